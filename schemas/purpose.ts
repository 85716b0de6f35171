/** What a request is sent for, in words. */

/** How the purpose begins of a request that makes, looks at, mends or removes a fixture. */
export const fixturePrefix = 'fixture: ';

/** Whether a request with this purpose was about a fixture, and not to check something. */
export const isOfFixture = (purpose: string): boolean => purpose.startsWith(fixturePrefix);
