import { shellWord } from '../report/shell-word.js';
import type { Evidence, Exchange, Finding, Report } from '../schemas/generated/report.js';
import { groupsAtOnce, instantIn, sameAtOnce } from '../schemas/instant.js';
import { betweenPiecesMs, inPieces, isChunked, isInPieces } from '../schemas/pieces.js';
import { isOfFixture } from '../schemas/purpose.js';
import { PLAYER } from './repro/player.js';
import { oneLine } from './text/escape.js';
import { header, whenOf } from './text/exchange.js';

// curl writes these itself, from the URL and the body.
const OWN = /^(host|content-length|accept-encoding|user-agent|expect)$/i;
/** Pauses that were made on purpose, in milliseconds. */
const LEAST_PAUSE = 150;

const EXITS = '# Exits 0 when the defect shows, 1 when not, 2 when it cannot tell.';

type Replacements = NonNullable<Evidence['replacements']>;
/** One shell word in which ids and names of the recording are variables. */
type Word = (text: string) => string;

const wordOf = ({ fresh, answered }: Replacements): Word => {
  const variables = new Map([
    ...answered.map(({ value }, index) => [value, `id${index}`] as const),
    ...fresh.map((prefix) => [prefix, 'R'] as const),
  ]);
  const pattern = [...variables.keys()].join('|');
  const pieces = (text: string) => (pattern ? text.split(new RegExp(`(${pattern})`, 'i')) : [text]);
  return (text) =>
    pieces(text)
      .map((piece, index) =>
        index % 2 === 0
          ? piece && shellWord(piece)
          : `"$${variables.get(piece) ?? variables.get(piece.toLowerCase())}"`,
      )
      .join('') || "''";
};

const headerWords = ([name, value]: readonly [string, string], word: Word): string => {
  if (value !== `<${name.toLowerCase()}>`) return `-H ${word(value ? `${name}: ${value}` : `${name};`)}`;
  // A value that the report does not tell comes from the environment.
  const variable = `HEADER_${name.toUpperCase().replace(/\W/g, '_')}`;
  return `\${${variable}:+-H ${shellWord(`${name}: `)}"$${variable}"}`;
};

type Body = NonNullable<Exchange['request']['body']>;

const isWord = ({ text, packed }: Body): boolean => text !== undefined && !text.includes('\0') && !packed;

/** A command that prints a body. A shell word cannot hold a NUL byte, what is no UTF-8, nor what is very long. */
const printed = (body: Body, word: Word): string => {
  const { text = '', base64, packed } = body;
  if (isWord(body)) return `printf %s ${word(text)}`;
  const bytes = packed ?? base64 ?? Buffer.from(text).toString('base64');
  return `printf %s ${shellWord(bytes)} | base64 -d${packed ? ' | gzip -dc' : ''}`;
};

const bytesOf = ({ text, base64 = '' }: Body): Buffer =>
  text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text);

const bodyWords = (body: Body, word: Word, n: number): string =>
  isWord(body)
    ? `--data-raw ${word(body.text ?? '')}`
    : `--data-binary "@$(${printed(body, word)} > "$work/${n}.sent"; echo "$work/${n}.sent")"`;

const ask = (
  { purpose, request: { method, url, headers, body } }: Exchange,
  n: number,
  baseUrl: string,
  word: Word,
  isBeside: boolean,
): string => {
  const sent = headers.filter(([name]) => !OWN.test(name));
  // What curl would add of its own accord was not part of the request.
  const added = [
    'Accept',
    ...(body ? ['Content-Type'] : []),
    ...(isInPieces(headers) ? ['Expect'] : []),
  ].filter((name) => header(sent, name.toLowerCase()) === undefined);
  const words = [
    `ask ${n} ${shellWord(method)} ${word(url.slice(baseUrl.length))}`,
    ...sent.map((each) => headerWords(each, word)),
    ...added.map((name) => `-H '${name}:'`),
    // What is packed has to be unpacked, too.
    ...(header(headers, 'accept-encoding') ? ['--compressed'] : []),
    ...(body && !isInPieces(headers) ? [bodyWords(body, word, n)] : []),
  ].join(' ');
  if (body && isInPieces(headers)) {
    const sentFile = `"$work/${n}.sent"`;
    const length = `-H "Content-Length: $(($(wc -c < ${sentFile})))" -H 'Transfer-Encoding:'`;
    const cut = inPieces(bytesOf(body))[0].length;
    const pieces = `{ head -c ${cut} ${sentFile}; sleep ${betweenPiecesMs / 1000}; tail -c +${cut + 1} ${sentFile}; }`;
    return `${printed(body, word)} > ${sentFile}; ${pieces} | ${words}${isChunked(headers) ? '' : ` ${length}`} -T - # ${oneLine(purpose)}`;
  }
  // The gate opens when nobody else holds it any more.
  return `${isBeside ? `(exec 9>&-; ${words} -K "$work/gate") &` : words} # ${oneLine(purpose)}`;
};

const withStart = (exchange: Exchange) => ({ ...exchange, start: instantIn(exchange.startedAt) });

/** The lines that send the exchanges, those at once that were under way at once. */
const steps = (
  { exchanges }: Evidence,
  replacements: Replacements,
  baseUrl: string,
  word: Word,
): string[] => {
  const spans = exchanges.map(withStart);
  const pauseBefore = (n: number) => {
    const [before, next] = [spans[n - 1], spans[n]];
    return before && next ? next.start - before.start - before.durationMs : 0;
  };
  return groupsAtOnce(spans).flatMap((sent) => {
    const isMany = sent.length > 1;
    return [
      ...(pauseBefore(sent[0] ?? 0) > LEAST_PAUSE ? ['sleep 1'] : []),
      ...(isMany ? ['gate'] : []),
      ...sent.map((n) => ask(exchanges[n] as Exchange, n, baseUrl, word, isMany)),
      ...(isMany ? ['open'] : []),
      ...sent.flatMap((n) => madeBy(exchanges[n] as Exchange, n, baseUrl)),
      ...sent.flatMap((n) => captured(n, replacements)),
    ];
  });
};

const madeBy = (exchange: Exchange, n: number, baseUrl: string): string[] => {
  if (!isOfFixture(exchange) || (exchange.answer?.status ?? 500) >= 300) return [];
  const path = exchange.request.url.slice(baseUrl.length);
  return [`made ${n}${path.endsWith('/projects') ? ` ${shellWord(path)}` : ''}`];
};

const captured = (n: number, { answered }: Replacements): string[] =>
  answered.flatMap(({ exchange, pointer }, index) =>
    exchange === n
      ? [`id${index}=$(id ${n} ${shellWord(pointer)}); [ -n "$id${index}" ] || verdict 2 ${n}`]
      : [],
  );

/** Whether a failure comes and goes, and the request may be sent as often as one likes. */
const comesAndGoes = ({
  circumstance,
  evidence: { exchanges, deciding, reproducibility },
}: Finding): boolean =>
  exchanges[deciding]?.request.method !== 'DELETE' &&
  (reproducibility === 'flaky' || circumstance.features.length === 0);

const decision = (finding: Finding, baseUrl: string, word: Word): string[] => {
  const { exchanges, deciding, check } = finding.evidence;
  if (!check) return [];
  const { by, codes, pointer = '', value, before, led = [], made } = check;
  const classOf = (n: number) => ((exchanges[n]?.answer?.status ?? 0) < 300 ? 'taken' : 'refused');
  const last = exchanges[deciding];
  const answer = last?.answer;
  const other = value === undefined ? shellWord(made?.join(' ') ?? `${before ?? ''}`) : word(value);
  const same = sameAtOnce(exchanges.map(withStart), deciding);
  const which =
    same.length > 1
      ? `"$(either ${answer?.status ?? 'curl'} '${codes.join(' ')}' ${same.join(' ')})"`
      : deciding;
  const decided = `${which} ${answer?.status ?? 'curl'} '${codes.join(' ')}' ${by} ${word(pointer)} ${other}`;
  const recorded = header(answer?.headers ?? [], pointer.toLowerCase())?.trim();
  return [
    ...(by === 'header'
      ? [`printf '%s: %s\\n' ${shellWord(pointer)} ${word(recorded ?? '')} > "$work/recorded.headers"`]
      : []),
    ...(by === 'status' || !answer?.body ? [] : [`${printed(answer.body, word)} > "$work/recorded.body"`]),
    ...led.map((n) => `${classOf(n)} ${n}`),
    ...(last && comesAndGoes(finding)
      ? [`send_last() { ${ask(last, deciding, baseUrl, word, false)}`, '}', `until_shown ${decided}`]
      : [`decide ${decided}`]),
  ];
};

/** What a script needs of a report. */
type Replayed = {
  readonly target: Pick<Report['target'], 'baseUrl'>;
  readonly run: Pick<Report['run'], 'timeoutMs'>;
} & Pick<Report, 'findings'>;

const script = (report: Replayed, finding: Finding): string => {
  const { id, level, title, evidence } = finding;
  const { baseUrl } = report.target;
  const { exchanges, check, replacements = { fresh: [], answered: [] } } = evidence;
  const word = wordOf(replacements);
  const isWhole = exchanges.every(({ request: { body } }) => !body?.truncated || body.packed);
  const lines = [
    '#!/bin/sh',
    `# ${id} ${level}: ${oneLine(title)}`,
    `# When: ${oneLine(whenOf(finding))}`,
    EXITS,
    '# From the environment: BASE_URL, TIMEOUT (seconds), CURL_OPTIONS, and HEADER_… for headers that are secret.',
    // A default in braces would need another kind of quoting.
    `[ -n "$BASE_URL" ] || BASE_URL=${shellWord(baseUrl)}`,
    `[ -n "$TIMEOUT" ] || TIMEOUT=${Math.ceil(report.run.timeoutMs / 1000)}`,
    `EXPECTED=${shellWord(oneLine(evidence.expected))}`,
    `RECORDED=${shellWord(oneLine(evidence.seen))}`,
    PLAYER,
    '',
    ...(isWhole ? [] : [`echo 'The recording was cut and cannot be replayed.'; exit 2`]),
    ...(check ? [] : [`echo 'What curl shows is not enough to tell.'; exit 2`]),
    ...steps(evidence, replacements, baseUrl, word),
    '',
    ...decision(finding, baseUrl, word),
  ];
  return `${lines.join('\n')}\n`;
};

/**
 * A shell script for each finding, by file name. Each makes the world of the finding, plays the recorded exchanges
 * with fresh ids and curl, tells what was expected and seen, removes what it made, and exits 0 when the defect
 * shows, 1 when it does not, 2 when it cannot tell.
 */
export const repro = (report: Replayed): Record<string, string> =>
  Object.fromEntries(
    report.findings
      .filter(({ evidence }) => evidence.exchanges.length > 0)
      .map((finding) => [`${finding.id.replace(/\W/g, '_')}.sh`, script(report, finding)]),
  );

/** Whether a file has the name of such a script. */
export const isScriptName = (name: string): boolean => /^F\d+\.sh$/.test(name);

/** Whether the text of such a file was written by {@link repro}. */
export const isScript = (text: string): boolean => text.split('\n', 5).includes(EXITS);
