/** Which readings that are wrong after a write are findings about the reading, and which about the write. */
import { expect, test } from 'vitest';
import type { Cause } from '../../../../harness/explain/cause.js';
import { notAscii } from '../../../../harness/explain/features/attributes.js';
import { asReadings } from '../../../../harness/explain/joins/readings.js';
import { titleOf } from '../../../../harness/explain/words/titles.js';
import type { Violation } from '../../../../harness/outcome.js';
import { answered, causeOf, failureOf } from '../../by-hand.js';

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const path = `/v2/compute/projects/${id}/vmware/nodes/${id}`;
const reading = answered(200, {}, { method: 'GET', path });

/** An update after which readings are wrong, each in one way. */
function unreadable(circumstance: readonly string[], ...violations: Violation[]): Cause {
  const about = { aspect: 'state', expected: 'readable', outcome: 'not readable afterwards' } as const;
  return causeOf(
    'vmware.update',
    { ...about, circumstance, failed: violations.length, otherwise: 9 },
    ...violations.map((violation) => ({ failure: failureOf([reading], { violations: [violation] }) })),
  );
}

const at = (field: string, message: string) =>
  ({ in: 'body', pointer: field && `/${field}`, message }) as const;
const told = (cause: Cause) => asReadings([cause]).map((each) => titleOf(each, '200 OK'));

test('fields that a reading shows in one wrong way are wrong there', () => {
  const fields = ['headless', 'linked_clone', 'acpi_shutdown'].map((name) => at(name, 'must be boolean'));
  expect(told(unreadable([], ...fields))).toEqual([
    'vmware.get returns headless, linked_clone and others that are not booleans',
  ]);
  // The same is seen as a value that is not stored where what was written is looked for.
  const joined = unreadable(['is:ram=above 1'], at('ram', 'must be integer'));
  const notStored = joined.sightings.map((each) => ({
    ...each,
    outcome: 'not stored',
    failure: failureOf([reading]),
  }));
  expect(told({ ...joined, sightings: [...joined.sightings, ...notStored] })).toEqual([
    'vmware.get returns a ram that is not an integer after ram above 1',
  ]);
  const others = [at('name', 'must be string'), at('adapters', 'must be integer')];
  expect(told(unreadable([], ...others))).toEqual(['vmware.update leaves a resource that cannot be read']);
});

test('a reading that cannot be read for the text in it is wrong itself', () => {
  const cut = at('', 'not valid JSON');
  expect(told(unreadable([notAscii], cut, cut))).toEqual([
    'vmware.get returns invalid JSON for an answer with text that is not ASCII',
  ]);
  expect(told(unreadable(['is:name=empty'], cut, cut))).toEqual([
    'vmware.update breaks later readings after an empty name',
  ]);
});

test('what the answers of an update show in the same way is one mistake with its reading', () => {
  const broken = at('ports_mapping', 'must be array');
  const reading = unreadable(['value:ports_mapping=[{}]'], broken, broken);
  const shown = (operation: 'vmware.update' | 'cloud.update', outcome: string) =>
    causeOf(
      operation,
      { aspect: 'answer', expected: 'answer', outcome, circumstance: ['body:1e400'] },
      { failure: failureOf([answered(200, {})], { violations: [broken] }) },
    );
  const outcome = '/ports_mapping must be array';
  const joined = asReadings([reading, shown('vmware.update', outcome)]);
  expect(joined.map(({ operations, circumstance }) => [...operations, ...circumstance])).toEqual([
    ['vmware.get', 'vmware.update', 'value:ports_mapping=[{}]'],
  ]);
  expect(asReadings([reading, shown('cloud.update', outcome)])).toHaveLength(2);
  expect(asReadings([reading, shown('vmware.update', '/name must be string')])).toHaveLength(2);
});
