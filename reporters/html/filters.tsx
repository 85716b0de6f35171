import { VERDICT_SIGNS, VERDICT_WORDS } from '../../report/labels.js';
import { LEVELS, VERDICTS } from '../../report/summary.js';
import type { Report } from '../../schemas/generated/report.js';

const Choice = ({ name, value, children }: { name: string; value: string; children: string }) => (
  <label class="choice">
    <input type="checkbox" name={name} value={value} /> <span>{children}</span>
  </label>
);

const Select = ({ name, label, values }: { name: string; label: string; values: readonly string[] }) => (
  <label class="field">
    <span>{label}</span>
    <select name={name}>
      <option value="">all</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </select>
  </label>
);

/** The filters of the requirement list; the script shows them. */
export const Filters = ({ report: { operations, requirements } }: { report: Report }) => (
  <form id="filters" class="js-only" aria-label="Filter the requirements">
    <fieldset>
      <legend>Verdict</legend>
      {VERDICTS.map((verdict) => (
        <Choice key={verdict} name="verdict" value={verdict}>
          {`${VERDICT_SIGNS[verdict]} ${VERDICT_WORDS[verdict]}`}
        </Choice>
      ))}
    </fieldset>
    <fieldset>
      <legend>Level</legend>
      {LEVELS.map((level) => (
        <Choice key={level} name="level" value={level}>
          {level}
        </Choice>
      ))}
    </fieldset>
    <div class="fields">
      <Select name="op" label="Operation" values={operations.map(({ id }) => id)} />
      <Select name="kind" label="Kind" values={[...new Set(requirements.map(({ kind }) => kind))]} />
      <label class="field">
        <span>Text</span>
        <input type="search" name="q" placeholder="id, statement or reason" />
      </label>
      <button type="reset">Clear</button>
    </div>
    <p role="status" id="shown" class="note" />
  </form>
);
