import type { Body, Evidence, Exchange, Headers, Report } from '../schemas/generated/report.js';
import { groupBy } from '../schemas/group-by.js';
import { shorten } from './shorten.js';

/** How many characters of JSON a report may have. Indentation and escapes can make up to 20 MB of them. */
const MAX_CHARACTERS = 8_000_000;

const cutBody = (body: Body, most: number): Body => {
  const { text, base64 } = body;
  if (text !== undefined && text.length > most)
    return { ...body, text: shorten(text, most), truncated: true };
  // Base64 is cut after a group of four characters, so that it can still be decoded.
  if (base64 !== undefined && base64.length > most)
    return { ...body, base64: base64.slice(0, most - (most % 4)), truncated: true };
  return body;
};

const cutHeaders = (headers: Headers, most: number): Headers =>
  headers.slice(0, 100).map(([name, value]) => [shorten(name, 200), shorten(value, most)]);

const cutExchange = (exchange: Exchange, most: number): Exchange => {
  const { request, answer, curl } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      headers: cutHeaders(request.headers, most),
      ...(request.body && { body: cutBody(request.body, most) }),
    },
    ...(answer && {
      answer: {
        ...answer,
        headers: cutHeaders(answer.headers, most),
        ...(answer.body && { body: cutBody(answer.body, most) }),
      },
    }),
    // Half a command line would send something else.
    curl: curl.length > most + 1000 ? '# left out: too long for this report' : curl,
  };
};

const withEvidence = (
  report: Report,
  change: (evidence: readonly Evidence[]) => readonly Evidence[],
): Report => ({
  ...report,
  requirements: report.requirements.map((row) =>
    row.evidence ? { ...row, evidence: change(row.evidence) } : row,
  ),
  findings: report.findings.map((finding) => ({
    ...finding,
    evidence: change([finding.evidence])[0] ?? finding.evidence,
  })),
});

const cutBodies = (most: number) => (report: Report) =>
  withEvidence(report, (evidence) =>
    evidence.map((one) => ({
      ...one,
      exchanges: one.exchanges.map((exchange) => cutExchange(exchange, most)),
    })),
  );

const firstOnly = (report: Report) => withEvidence(report, (evidence) => evidence.slice(0, 1));

const decidingOnly = (report: Report) =>
  withEvidence(report, (evidence) =>
    // Without the exchanges before it, it cannot be replayed.
    evidence.map(({ check: _check, replacements: _replacements, ...one }) => ({
      ...one,
      exchanges: one.exchanges.slice(one.deciding, one.deciding + 1),
      deciding: 0,
    })),
  );

const few = (report: Report): Report => {
  const kept = new Set(
    [...groupBy(report.requirements, ({ operation }) => operation).values()].flatMap((rows) =>
      rows.filter(({ evidence }) => evidence?.length).slice(0, 5),
    ),
  );
  return {
    ...report,
    requirements: report.requirements.map((row) => {
      if (kept.has(row) || !row.evidence) return row;
      const { evidence: _, ...rest } = row;
      return rest;
    }),
  };
};

/** Ways to make a report smaller, the least harmful first, each with its words for the notice. */
const REDUCTIONS: readonly (readonly [what: string, reduce: (report: Report) => Report])[] = [
  ['bodies cut at 2,048 characters', cutBodies(2048)],
  ['bodies cut at 256 characters', cutBodies(256)],
  ['one symptom per requirement', firstOnly],
  ['one exchange per symptom', decidingOnly],
  ['evidence of five requirements per operation', few],
];

// Measured row by row, so that an enormous report never becomes one string.
const isWithin = ({ requirements, ...rest }: Report, most: number): boolean => {
  let length = JSON.stringify(rest).length;
  return requirements.every((row) => {
    length += JSON.stringify(row).length;
    return length <= most;
  });
};

/**
 * The report with as much evidence as fits, and a notice that says what was cut. Verdicts, totals and findings are
 * always kept.
 * @param most How many characters its JSON text may have.
 */
export const bounded = (report: Report, most: number = MAX_CHARACTERS): Report => {
  let reduced = report;
  const told: string[] = [];
  for (const [what, reduce] of REDUCTIONS) {
    if (isWithin(reduced, most)) break;
    reduced = reduce(reduced);
    told.push(what);
  }
  if (told.length === 0) return report;
  return {
    ...reduced,
    notices: [...report.notices, `The evidence was cut to keep the report small: ${told.join('; ')}.`],
  };
};
