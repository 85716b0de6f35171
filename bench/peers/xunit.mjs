/** Results in the XML that JUnit and xUnit share. */

/** The elements of the test cases in a report. */
export const casesIn = (xml) => xml.match(/<testcase [\s\S]*?(?:\/>|<\/testcase>)/g) ?? [];

/** How a run of a peer ended. */
export function ended(cases, { timedOut }) {
  const failed = cases
    .filter((each) => /<failure|<error/.test(each))
    .map((each) => each.match(/\sname="([^"]*)"/)?.[1] ?? '');
  return { failed: [...failed, ...(timedOut ? ['timed out'] : [])], tests: cases.length };
}
