/** What a request is sent for, in words. */

const beginning = 'fixture: ';

/** The purpose of a request that makes, looks at, mends or removes a fixture. */
export const ofFixture = (what: string): string => beginning + what;

/** Whether a request was about a fixture, and not to check something. */
export const isOfFixture = ({ purpose }: { readonly purpose: string }): boolean =>
  purpose.startsWith(beginning);
