/** What becomes of fields that the server owns, told as seen. */
import { seen as shownAs } from '../../harness/expect.js';
import { isOwnedByServer } from '../../harness/values/fields.js';
import { type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import { doing } from '../words.js';
import { rowsOf, type WriteRequirement } from './requirement.js';
import { ofField, sights } from './seen.js';

export function ownedFields(id: WriteId): WriteRequirement {
  const { fields } = writeOperations[id];
  const owned = fields.filter(isOwnedByServer).map(({ name }) => name);
  const statement = `${doing[id]} with fields that the server owns: whether they take effect.`;
  return rowsOf(id, 'observed').may('observed.owned-fields', statement, {
    needs: owned.map((name) => ({ kind: 'plain', name })),
    decide: (seen) => {
      const lines = owned.map((name) => {
        const answers = sights(seen, 'code', ofField(name, 'plain')).flatMap(
          ({ observation }) => observation.exchanges.at(-1) ?? [],
        );
        return `${name}: ${[...new Set(answers.map(shownAs))].join(', ') || 'not shown, so not sent'}`;
      });
      return { verdict: 'passed', observation: lines.join('; ') };
    },
  });
}
