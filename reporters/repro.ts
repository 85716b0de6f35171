import type { Evidence, Exchange, Report, RequirementRow } from '../schemas/generated/report.js';
import { deciding } from './exchange-text.js';
import { oneLine, shellWord } from './hostile.js';
import { decideLines } from './repro/decide.js';
import { type Id, ids, isFixture, wordWithIds } from './repro/ids.js';
import { PRELUDE } from './repro/prelude.js';
import { sendLines } from './repro/request.js';

const readIds = (known: readonly Id[], index: number): string[] =>
  known.flatMap(({ variable, source }) =>
    source.from === 'answer' && source.exchange === index
      ? [
          `${variable}=$(unquoted ${source.key} ${source.occurrence})`,
          `[ -n "$${variable}" ] || verdict 2 'the answer has no ${source.key}'`,
        ]
      : [],
  );

const stepLines = (exchange: Exchange, index: number, baseUrl: string, known: readonly Id[]): string[] => {
  const { answer, purpose } = exchange;
  return [
    `# ${oneLine(purpose)}`,
    ...sendLines(exchange, baseUrl, known),
    ...(answer ? [`step ${shellWord(oneLine(purpose))} ${Math.floor(answer.status / 100)}`] : []),
    ...readIds(known, index),
    '',
  ];
};

/** Deletes what the fixture requests made, last first: `POST U` that names a new id made `U/id`. */
const undoLines = (exchanges: readonly Exchange[], baseUrl: string, known: readonly Id[]): string[] => {
  const seen = new Set<string>();
  const made = exchanges.filter(isFixture).flatMap(({ request, answer }) => {
    const text = `${request.body?.text ?? ''} ${answer?.body?.text ?? ''}`;
    const named = new Set([...text.matchAll(/"\w*_id"\s*:\s*"([^"]+)"/g)].map(([, value]) => value));
    const fresh = known.filter(
      ({ value }) => named.has(value) && !request.url.includes(value) && !seen.has(value),
    );
    for (const { value } of fresh) seen.add(value);
    const [id] = fresh;
    return request.method === 'POST' && id && request.url.startsWith(baseUrl)
      ? [
          `  [ -z "$${id.variable}" ] || send -X DELETE "$BASE_URL"${wordWithIds(`${request.url.slice(baseUrl.length)}/${id.value}`, known)}`,
        ]
      : [];
  });
  return [
    'cleanup() {',
    ...made.reverse(),
    '  rm -rf "$work"',
    '}',
    'trap cleanup EXIT',
    "trap 'exit 2' INT TERM",
  ];
};

const isWhole = ({ request: { body } }: Exchange): boolean => !body?.truncated;

const declaration = ({ value, variable, source }: Id): string => {
  switch (source.from) {
    case 'client':
      return `${variable}=$(new_id) || verdict 2 'no source of fresh ids'`;
    case 'name':
      return `${variable}=${shellWord(`${value}-`)}$$`;
    case 'answer':
      return `${variable}=`;
  }
};

const script = (report: Report, row: RequirementRow, evidence: Evidence): string => {
  const { baseUrl } = report.target;
  const last = deciding(evidence) as Exchange;
  const exchanges = evidence.exchanges.slice(0, evidence.exchanges.indexOf(last) + 1);
  const known = ids(exchanges);
  const lines = [
    '#!/bin/sh',
    `# ${oneLine(row.id)}: ${oneLine(row.statement)}`,
    `# Level ${row.level}, section ${oneLine(row.section)}. Exits 0 when the defect shows, 1 when not, 2 when it cannot tell.`,
    '# From the environment: BASE_URL, TIMEOUT (seconds), CURL_OPTIONS, and HEADER_… for headers that are secret.',
    // A default in braces would need another kind of quoting.
    `[ -n "$BASE_URL" ] || BASE_URL=${shellWord(baseUrl)}`,
    `[ -n "$TIMEOUT" ] || TIMEOUT=${Math.ceil(report.run.timeoutMs / 1000)}`,
    `EXPECTED=${shellWord(oneLine(evidence.expected))}`,
    `RECORDED=${shellWord(oneLine(evidence.seen))}`,
    PRELUDE,
    '',
    ...undoLines(exchanges, baseUrl, known),
    '',
    ...known.map(declaration),
    '',
    ...(exchanges.every(isWhole) ? [] : [`verdict 2 'a recorded request was cut and cannot be sent again'`]),
    ...exchanges.slice(0, -1).flatMap((exchange, index) => stepLines(exchange, index, baseUrl, known)),
    `# ${oneLine(last.purpose)}`,
    ...sendLines(last, baseUrl, known),
    ...decideLines(evidence, last, known),
  ];
  return `${lines.join('\n')}\n`;
};

const fileName = (id: string, index: number): string =>
  `${id.replace(/[^\w.-]/g, '_')}${index === 0 ? '' : `-${index + 1}`}.sh`;

/**
 * A shell script for each symptom of each failed requirement, by file name. Each makes its fixture with fresh
 * ids, sends the recorded sequence with curl, tells what was expected and seen, and exits 0 when the defect
 * shows, 1 when it does not, 2 when it cannot tell.
 */
export const repro = (report: Report): Record<string, string> =>
  Object.fromEntries(
    report.requirements
      .filter(({ verdict }) => verdict === 'failed')
      .flatMap((row) =>
        (row.evidence ?? [])
          .filter(({ exchanges }) => exchanges.length > 0)
          .map((evidence, index) => [fileName(row.id, index), script(report, row, evidence)]),
      ),
  );
