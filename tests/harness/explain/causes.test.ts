/** From what was seen to causes: one for each mistake of a server's author. */
import { describe, expect, test } from 'vitest';
import { newName } from '../../../harness/explain/features/of-bodies.js';
import type { Exchange } from '../../../harness/http/exchange.js';
import type { OperationId } from '../../../schemas/index.js';
import { answered, failureOf } from '../by-hand.js';
import { causes, code, crash, fine } from './written.js';

test('values of one field that go wrong alike are one cause', () => {
  const found = causes(
    code('drawings.create', ['any:with a NUL', 'is:svg=with a NUL', 'has:svg'], crash),
    code('drawings.create', ['any:with a lone surrogate', 'is:svg=with a lone surrogate', 'has:svg'], crash),
    code('drawings.create', ['has:svg']),
  );
  expect(found).toEqual([['drawings.create', crash, 'is:svg=with a NUL', 'is:svg=with a lone surrogate']]);
});

test('two fields that crash are two causes', () => {
  const found = causes(
    code('projects.update', ['any:null', 'is:path=null', 'value:path=null'], crash),
    code('projects.update', ['any:negative', 'is:grid_size=negative'], crash),
    fine('projects.update'),
  );
  expect(found.map(([, , when]) => when)).toEqual(['is:path=null', 'is:grid_size=negative']);
});

test('many fields that are refused are one cause, a few are not', () => {
  const refused = (name: string) => code('iou.update', [`has:${name}`], 'status 400');
  const few = [refused('ram'), refused('path')];
  expect(causes(...few, fine('iou.update')).length).toBe(2);
  expect(causes(...few, refused('nvram'), fine('iou.update'))).toEqual([
    ['iou.update', 'status 400', 'has:ram', 'has:path', 'has:nvram'],
  ]);
});

test('another outcome is another cause', () => {
  const features = ['is:name=empty'];
  const found = causes(code('iou.update', features, crash), code('iou.update', features, 'status 403'));
  expect(found.map(([, outcome]) => outcome)).toEqual([crash, 'status 403']);
});

test('errors that are not JSON are written in one place', () => {
  const error = { aspect: 'error', expected: 'error' } as const;
  const found = causes(
    code('projects.update', ['body:NaN'], 'not valid JSON', error),
    code('projects.update', ['notation:scene_height'], 'not valid JSON', error),
    code('projects.update', ['body:a word'], undefined, error),
  );
  expect(found).toEqual([['projects.update', 'not valid JSON', 'body:NaN', 'notation:scene_height']]);
});

test('where most crashes are on requests with one field, they are one cause, and the other crashes another', () => {
  const times = (count: number, features: string[], outcome?: string) =>
    Array.from({ length: count }, () => code('cloud.update', features, outcome));
  const odd = ['a', 'b', 'c', 'd', 'e', 'f'].map((each) =>
    code('cloud.update', ['has:interfaces', `value:interfaces=${each}`], crash),
  );
  const found = causes(
    ...odd,
    ...times(12, ['has:interfaces'], crash),
    ...times(2, ['has:name', 'any:with a NUL'], crash),
    ...times(6, ['has:interfaces']),
    ...times(40, ['has:name']),
  );
  expect(found).toEqual([
    ['cloud.update', crash, 'has:interfaces'],
    ['cloud.update', crash, 'any:with a NUL'],
  ]);
});

test('a server that checks only the first field of a body is one cause, whatever it takes behind that', () => {
  const behind = 'order:an invalid value behind another field';
  const refused = { expected: '400' } as const;
  const taken = (...features: string[]) => code('vmware.update', features, 'status 200', refused);
  const found = causes(
    taken('place:headless=a text', 'has:name', behind),
    taken('place:adapters=a text', 'has:usage', behind),
    code('vmware.update', ['place:headless=a text'], undefined, refused),
    code('vmware.update', ['place:adapters=a text', 'has:name'], undefined, refused),
    code('vmware.update', ['has:usage', 'place:name=a number'], undefined, refused),
  );
  expect(found).toEqual([['vmware.update', 'status 200', behind]]);
});

describe('an answer without what was sent', () => {
  const state = { aspect: 'state', expected: 'shown in the answer' } as const;
  const lost = (name: string) =>
    code('iou.update', [`field:${name}`, `value:${name}=1`], 'not echoed', state);
  const shown = code('iou.update', ['field:status', 'value:status=1'], undefined, state);

  test('is one cause where hardly any field is shown', () => {
    const found = causes(...['ram', 'nvram', 'console'].flatMap((name) => [lost(name), lost(name)]), shown);
    expect(found).toEqual([['iou.update', 'not echoed', '']]);
  });

  test('is one for each field where others are shown', () => {
    const others = Array.from({ length: 9 }, () => shown);
    expect(causes(lost('ram'), lost('nvram'), lost('console'), ...others)).toHaveLength(3);
  });
});

describe('what spoils later requests', () => {
  const later = {
    aspect: 'state',
    expected: 'writable after other input',
  } as const;
  const spoils = (...features: string[]) => code('iou.update', features, 'not writable afterwards', later);
  const spares = code('iou.update', ['input:malformed JSON'], undefined, later);
  const many = (count: number, ...features: string[]) =>
    Array.from({ length: count }, () => spoils(...features));

  test('is one cause with its plain circumstances, whatever few others show', () => {
    const found = causes(
      ...many(12, 'input:an invalid value'),
      ...many(8, 'input:a body that is no JSON object'),
      spoils('body:a number written as 1e400', 'has:x'),
      spares,
    );
    expect(found).toEqual([
      [
        'iou.update',
        'not writable afterwards',
        'input:an invalid value',
        'input:a body that is no JSON object',
      ],
    ]);
  });

  test('is told without a circumstance where no plain one says nearly all', () => {
    const found = causes(...many(5, 'input:an invalid value'), ...many(5, 'a:1'), ...many(5, 'b:1'), spares);
    expect(found).toEqual([['iou.update', 'not writable afterwards', '']]);
  });
});

test('what shows behind other requests only has no circumstance, whatever operation meets it', () => {
  const late = { inCompany: true } as const;
  const found = causes(
    code('iou.update', ['has:ram'], crash, late),
    code('cloud.update', ['has:name', 'is:name=empty'], crash, late),
    fine('iou.update'),
  );
  expect(found).toEqual([['iou.update cloud.update', crash, '']]);
});

describe('fields that answers show wrongly', () => {
  const answer = { aspect: 'answer', expected: 'answer' } as const;
  const wrong = (name: string, ...exchanges: Exchange[]) =>
    code('vmware.get', [], `/${name} must be boolean`, {
      ...answer,
      ...(exchanges.length > 0 && { failure: failureOf(exchanges) }),
    });

  test('in the same way are one cause where there are three', () => {
    expect(causes(wrong('headless'), wrong('acpi_shutdown'), wrong('linked_clone'))).toHaveLength(1);
  });

  test('in the same answers are one cause', () => {
    const [one, other] = [answered(200, {}), answered(200, {})];
    expect(causes(wrong('headless', one), wrong('acpi_shutdown', one))).toHaveLength(1);
    expect(causes(wrong('headless', one), wrong('acpi_shutdown', other))).toHaveLength(2);
  });

  test('are one cause each where there are two, or where they are wrong otherwise', () => {
    expect(causes(wrong('headless'), wrong('acpi_shutdown'))).toHaveLength(2);
    const other = code('vmware.get', [], '/name must be string', answer);
    expect(causes(wrong('headless'), wrong('acpi_shutdown'), other)).toHaveLength(3);
  });
});

test('what shows behind others goes with what fails in the same way whatever is sent', () => {
  const state = { aspect: 'state', expected: 'shown' } as const;
  const late = { ...state, inCompany: true } as const;
  const lost = ['ram', 'nvram', 'console'].map((name) =>
    code('iou.update', [`field:${name}`, `value:${name}=1`], 'not echoed', state),
  );
  const behind = code('iou.update', ['value:name="a"'], 'not echoed', late);
  expect(causes(...lost, ...lost, behind)).toHaveLength(1);
  expect(causes(...lost, ...lost, { ...behind, outcome: 'not stored' })).toHaveLength(2);
});

test('what several operations spoil is one cause with that of another which spoils more', () => {
  const state = { aspect: 'state', expected: 'shown later' } as const;
  const lost = (operation: OperationId, feature: string) =>
    code(operation, [field, feature], 'not stored', state);
  const field = 'field:svg';
  const way = 'body:a letter written as two escapes';
  const others = ['projects.update', 'iou.update', 'vmware.update'] as const;
  const ids = ['drawings.create', ...others] as const;
  const found = causes(
    ...ids.flatMap((id) => [lost(id, way), code(id, [field], undefined, state)]),
    lost('drawings.create', 'is:svg=with a lone surrogate'),
  );
  expect(found).toEqual([[ids.join(' '), 'not stored', way]]);
});

test('what shows behind others goes with what fails in the same circumstance alone', () => {
  const state = { aspect: 'state', expected: 'shown' } as const;
  const lost = (name: string, more = {}) =>
    code('iou.update', [`field:${name}`, newName], 'ignored', { ...state, ...more });
  const all = ['ram', 'nvram', 'console'];
  const kept = all.map((name) => code('iou.update', [`field:${name}`], undefined, state));
  const alone = all.map((name) => lost(name));
  const late = all.map((name) => lost(name, { inCompany: true }));
  expect(causes(...alone, ...late, ...kept)).toEqual([['iou.update', 'ignored', newName]]);
});

test('what one reading shows wrongly after a write is a mistake of the reading', () => {
  const path = '/v2/compute/projects/0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20/cloud/nodes/1';
  const failure = failureOf([answered(200, { name: 7 }, { method: 'GET', path })], {
    violations: [{ in: 'body', pointer: '/name', message: 'must be string' }],
  });
  const state = { aspect: 'state', expected: 'readable after valid input' } as const;
  const found = causes(
    code('cloud.update', ['is:name=that says a number'], 'not readable afterwards', { ...state, failure }),
    code('cloud.update', ['has:name'], undefined, state),
  );
  expect(found).toEqual([['cloud.get', '/name must be string', 'is:name=that says a number']]);
});

describe('drawings that a list leaves out', () => {
  const listed = (features: string[], outcome?: string) =>
    code('drawings.create', features, outcome, { aspect: 'state', expected: 'listed once' });
  const without = 'a list without it';
  const lacking = ['x', 'y', 'z'].map((name) => listed([`has:${name}`, 'without:svg'], without));
  const kept = listed(['has:svg', 'has:x', 'has:y', 'has:z']);

  test('have two circumstances where each of them was seen several times', () => {
    const empty = ['x', 'y', 'z'].map((name) => listed([`has:${name}`, 'has:svg', 'value:svg=""'], without));
    expect(causes(...lacking, ...empty, kept)).toEqual([
      ['drawings.create', without, 'value:svg=""', 'without:svg'],
    ]);
  });

  test('have no circumstance where one was seen once only', () => {
    const once = listed(['has:svg', 'value:x=7'], without);
    expect(causes(...lacking, once, kept)).toEqual([['drawings.create', without, '']]);
  });
});
