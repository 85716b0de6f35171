import { VERDICT_SIGNS, VERDICT_WORDS } from '../../report/labels.js';
import { LEVELS, size, summarise, totals, VERDICTS } from '../../report/summary.js';
import type { Counts, Report, RequirementRow, Verdict } from '../../schemas/generated/report.js';
import { groupBy } from '../../schemas/group-by.js';
import { oneLine } from '../text/escape.js';
import { Heads, Scroll } from './parts.js';

/** The verdict that a cell is coloured by, the worst first. */
const WORST: readonly Verdict[] = [
  'failed',
  'suite-error',
  'inconclusive',
  'not-exercised',
  'passed',
  'deselected',
];

const Bar = ({ counts }: { counts: Counts }) => {
  const all = size(counts) || 1;
  let x = 0;
  return (
    <svg class="bar" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 10">
      {VERDICTS.map((verdict) => {
        const width = (counts[verdict] / all) * 100;
        const rect = <rect key={verdict} class={`v-${verdict}`} x={x} y="0" width={width} height="10" />;
        x += width;
        return width > 0 ? rect : null;
      })}
    </svg>
  );
};

/** Sums by level, as bars and as numbers. */
export const Levels = ({ report: { summary } }: { report: Report }) => (
  <Scroll name="Sums by level">
    <table class="sums">
      <thead>
        <tr>
          <th scope="col">Level</th>
          <td class="wide" />
          {VERDICTS.map((verdict) => (
            <th scope="col" key={verdict}>
              <span class={`dot v-${verdict}`} aria-hidden="true" /> {VERDICT_WORDS[verdict]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {LEVELS.map((level) => (
          <tr key={level}>
            <th scope="row">{level}</th>
            <td class="wide">
              <Bar counts={summary[level]} />
            </td>
            {VERDICTS.map((verdict) => (
              <td key={verdict} class={summary[level][verdict] ? 'number' : 'number zero'}>
                {summary[level][verdict]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
);

type CellProps = { rows: readonly RequirementRow[]; operation: string; kind: string };

const Cell = ({ rows, operation, kind }: CellProps) => {
  const counts = totals(summarise(rows));
  const worst = WORST.find((verdict) => counts[verdict] > 0);
  if (!worst)
    return (
      <td class="empty">
        <span class="hidden">none</span>
      </td>
    );
  const told = VERDICTS.filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${VERDICT_WORDS[verdict]}`)
    .join(', ');
  const query = new URLSearchParams({ op: operation, kind }).toString();
  return (
    <td class={`v-${worst}`}>
      <a
        href={`#op-${operation}`}
        data-filter={query}
        title={told}
        aria-label={`${operation}, ${kind}: ${told}`}
      >
        {VERDICT_SIGNS[worst]} {counts[worst]}
      </a>
    </td>
  );
};

/** Operations by kinds of requirement: a cell has the colour and the number of its worst verdict. */
export const Grid = ({ report: { operations, requirements } }: { report: Report }) => {
  const kinds = [...new Set(requirements.map(({ kind }) => kind))];
  const cells = groupBy(requirements, ({ operation, kind }) => JSON.stringify([operation, kind]));
  return (
    <Scroll name="Operations by kind of requirement">
      <table class="grid">
        <Heads of={['Operation', ...kinds.map(oneLine)]} />
        <tbody>
          {operations.map(({ id }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`#op-${id}`}>{oneLine(id)}</a>
              </th>
              {kinds.map((kind) => (
                <Cell
                  key={kind}
                  rows={cells.get(JSON.stringify([id, kind])) ?? []}
                  operation={id}
                  kind={kind}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
};
