import { VERDICT_SIGNS, VERDICT_WORDS } from '../../report/labels.js';
import { LEVELS, VERDICTS } from '../../report/summary.js';
import type { Report } from '../../schemas/generated/report.js';

type ChoicesProps = { name: string; label: string; choices: readonly [value: string, words: string][] };

const Choices = ({ name, label, choices }: ChoicesProps) => (
  <fieldset>
    <legend>{label}</legend>
    {choices.map(([value, words]) => (
      <label key={value} class="choice">
        <input type="checkbox" name={name} value={value} /> <span>{words}</span>
      </label>
    ))}
  </fieldset>
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
    <Choices
      name="verdict"
      label="Verdict"
      choices={VERDICTS.map((verdict) => [verdict, `${VERDICT_SIGNS[verdict]} ${VERDICT_WORDS[verdict]}`])}
    />
    <Choices name="level" label="Level" choices={LEVELS.map((level) => [level, level])} />
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
