import { shorten } from '../../report/shorten.js';
import type { Body, Evidence } from '../../schemas/generated/report.js';
import { visible } from '../text/escape.js';
import { bodyText, cutNote } from '../text/exchange.js';
import { type JsonLine, jsonLines, lineOf } from '../text/json-lines.js';

type Violations = Evidence['violations'];

const HEAD = 40;
const AROUND = 5;
const MOST_RAW = 4000;

const marksOf = (
  lines: readonly JsonLine[],
  violations: Violations,
  fields: readonly string[],
): Map<number, string[]> => {
  const marks = new Map<number, string[]>();
  for (const [at, { pointer }] of lines.entries())
    if (fields.some((name) => pointer === `/${name}`)) marks.set(at, []);
  for (const { in: where, pointer, message } of violations) {
    if ((where !== 'body' && where !== 'state') || pointer === undefined) continue;
    const at = lineOf(lines, pointer);
    // A pointer to what is missing lands on the value around it, so the name must be told.
    const told = lines[at]?.pointer === pointer ? message : `${pointer}: ${message}`;
    marks.set(at, [...(marks.get(at) ?? []), told]);
  }
  return marks;
};

const Line = ({ line, marks }: { line: JsonLine; marks: string[] | undefined }) => {
  const text = '  '.repeat(line.depth) + visible(line.text);
  if (!marks) return <>{`${text}\n`}</>;
  return (
    <mark>
      {text}
      {marks.length > 0 ? <strong>{`  ← ${visible(marks.join('; '))}`}</strong> : null}
    </mark>
  );
};

type LinesProps = { lines: readonly JsonLine[]; violations: Violations; fields: readonly string[] };

const Lines = ({ lines, violations, fields }: LinesProps) => {
  const marks = marksOf(lines, violations, fields);
  const isShown = (index: number): boolean =>
    index < HEAD || [...marks.keys()].some((mark) => Math.abs(mark - index) <= AROUND);
  const left = lines.filter((_, index) => !isShown(index)).length;
  return (
    <>
      {lines.map((line, index) =>
        isShown(index) ? (
          <Line key={index} line={line} marks={marks.get(index)} />
        ) : isShown(index - 1) ? (
          '⋯\n'
        ) : null,
      )}
      {left > 0 ? `(${left} lines are left out here; report.json has them)` : ''}
    </>
  );
};

/** A body: JSON laid out with its violations pointed at, anything else as text. */
export const BodyView = ({
  body,
  violations = [],
  fields = [],
}: {
  body: Body | undefined;
  violations?: Violations;
  /** Top-level fields that matter. */
  fields?: readonly string[];
}) => {
  const text = bodyText(body);
  if (!body || !text) return null;
  const lines = body.text === undefined ? undefined : jsonLines(body.text);
  const note =
    cutNote(body) || (!lines && text.length > MOST_RAW ? 'shortened here; report.json has more' : '');
  return (
    <>
      <pre>
        {lines ? (
          <Lines lines={lines} violations={violations} fields={fields} />
        ) : (
          visible(shorten(text, MOST_RAW))
        )}
      </pre>
      {note ? <p class="note">{note}</p> : null}
    </>
  );
};
