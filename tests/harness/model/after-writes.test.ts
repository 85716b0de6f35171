/** What a reading may show after writes. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../harness/http/exchange.js';
import {
  afterWrites,
  afterWritesAtOnce,
  changes,
  contradictions,
  expectedFrom,
  isKnown,
} from '../../../harness/model/model.js';
import { writeOperations } from '../../../harness/values/write-operations.js';

const iou = writeOperations['iou.update'];
const drawings = writeOperations['drawings.create'];
const project = writeOperations['projects.update'];

describe('after writes one behind another', () => {
  test('a field shows what was written last, the others what they showed', () => {
    const before = { name: ['R1'], ram: [16] };
    expect(afterWrites(iou, before, [{ name: 'R2' }, { name: 'R3' }])).toEqual({ name: ['R3'], ram: [16] });
  });

  test('no write changes nothing', () => {
    expect(afterWrites(iou, { name: ['R1'] }, [])).toEqual({ name: ['R1'] });
  });

  const afterNull = (shown: Json) => {
    const expected = afterWrites(project, { name: ['lab'] }, [{ name: null }], {});
    return contradictions(expected, { name: shown });
  };

  test.each([
    [null],
    ['Untitled'],
  ])('after null a name may be %s, a default that nobody has seen', (shown) => {
    expect(afterNull(shown)).toEqual([]);
  });

  test.each([['lab'], ['None'], ['null'], ['']])('after null a name is not to be %s', (shown) => {
    expect(afterNull(shown)).toEqual([{ field: 'name', expected: [null], shown }]);
  });

  test('null may bring the default back, which is not known where nobody saw it', () => {
    const before = { use_default_iou_values: [false] };
    const sent = { use_default_iou_values: null };
    const next = afterWrites(iou, before, [sent], { use_default_iou_values: true });
    expect(next).toEqual({ use_default_iou_values: [null, true] });
    expect(afterWrites(iou, before, [sent])).toEqual({});
  });

  test('what was written while a default hid it may come back with the switch', () => {
    const off = { use_default_iou_values: false };
    const hidden = { use_default_iou_values: [true], ram: [256] };
    expect(afterWrites(iou, hidden, [off])).toEqual({ use_default_iou_values: [false] });
    expect(afterWrites(iou, hidden, [{ ...off, ram: 1 }])).toEqual({ ram: [1] });
    const shown = { use_default_iou_values: [false], ram: [16] };
    expect(afterWrites(iou, shown, [off])).toEqual(shown);
  });

  test('an empty text may bring the default back', () => {
    expect(afterWrites(iou, { name: ['R1'] }, [{ name: '' }], { name: 'IOU1' })).toEqual({
      name: ['', 'IOU1'],
    });
  });

  test('after null a field of which nothing is known is open', () => {
    expect(afterWrites(project, {}, [{ name: null }])).toEqual({});
  });

  test('what the document does not name says nothing', () => {
    expect(afterWrites(iou, { name: ['R1'] }, [{ conformance_unknown: 1 }])).toEqual({ name: ['R1'] });
  });

  test('a field that only answers have may follow from any write', () => {
    expect(afterWrites(project, { filename: ['lab.gns3'], name: ['lab'] }, [{ name: 'net' }])).toEqual({
      name: ['net'],
    });
  });
});

describe('what the document leaves open', () => {
  test('is open: fields that the server owns', () => {
    const [owned] = [...iou.owned];
    expect(owned).toBeDefined();
    expect(afterWrites(iou, {}, [{ [String(owned)]: 'started' }])).toEqual({});
  });

  test.each([
    ['memory, when defaults are written', { use_default_iou_values: true }, { ram: [16], nvram: [8] }, {}],
    [
      'the use of defaults, when memory is written',
      { ram: 32 },
      { use_default_iou_values: [false] },
      { ram: [32] },
    ],
    [
      'memory, where nobody knows whether defaults are in use',
      { ram: 32 },
      { ram: [16], nvram: [8] },
      { nvram: [8] },
    ],
    ['memory, while defaults are in use', { ram: 32 }, { use_default_iou_values: [true] }, {}],
  ])('is open: %s', (_words, sent, before, expected) => {
    const next = afterWrites(iou, before, [sent]);
    const { use_default_iou_values: _written, ...rest } = next;
    expect(rest).toEqual(expected);
    expect(Object.hasOwn(sent, 'ram') && Object.hasOwn(next, 'use_default_iou_values')).toBe(false);
  });

  test.each([
    [2 ** 60, 'a number that is not exact'],
    [1.5, 'a fraction'],
    [[1], 'an array'],
  ])('is open: %j (%s)', (value, _words) => {
    expect(isKnown(value)).toBe(false);
    expect(afterWrites(iou, { name: ['R1'] }, [{ name: value }])).toEqual({});
  });

  test.each([
    'lab',
    '',
    'Ωмир',
    '😀',
    '"quoted"',
    'a/b',
    0,
    -1,
    2 ** 53 - 1,
    true,
    null,
  ])('is not open: %j', (value) => expect(isKnown(value)).toBe(true));
});

describe('after writes at once', () => {
  test('any of them may have come last', () => {
    expect(afterWritesAtOnce(iou, { name: ['R1'] }, [{ name: 'R2' }, { name: 'R3' }])).toEqual({
      name: ['R2', 'R3'],
    });
  });

  test('a field that only one of them sends shows what that one sent', () => {
    expect(afterWritesAtOnce(iou, { name: ['R1'], ram: [16] }, [{ name: 'R2' }, { console: 2000 }])).toEqual(
      expect.objectContaining({ name: ['R2'], ram: [16] }),
    );
  });

  test('what one of them opens is open', () => {
    expect(afterWritesAtOnce(iou, { ram: [16] }, [{ ram: 32 }, { use_default_iou_values: true }])).toEqual(
      {},
    );
    expect(afterWritesAtOnce(iou, { name: ['R1'] }, [{ name: 'R2' }, { name: '' }])).toEqual({
      name: ['R2', ''],
    });
  });

  test('none of them changes nothing', () => {
    expect(afterWritesAtOnce(iou, { name: ['R1'] }, [])).toEqual({ name: ['R1'] });
  });
});

describe('what a reading contradicts', () => {
  test('a value that no history allows', () => {
    expect(contradictions({ name: ['R1', 'R2'], ram: [16] }, { name: 'R3', ram: 16 })).toEqual([
      { field: 'name', expected: ['R1', 'R2'], shown: 'R3' },
    ]);
  });

  test('not: what is not shown, what is open, what means the same', () => {
    expect(contradictions({ name: ['e\u0301'], ram: [16] }, { name: 'é', console: 1 })).toEqual([]);
  });
});

describe('between two readings', () => {
  test('a field has changed that shows another value, or none', () => {
    expect(changes(iou, { name: 'R1', ram: 16 }, { name: 'R2' })).toEqual([
      { field: 'name', expected: ['R1'], shown: 'R2' },
      { field: 'ram', expected: [16], shown: undefined },
    ]);
  });

  test('fields of the server may change by themselves', () => {
    expect(iou.owned).toContain('status');
    expect(changes(iou, { status: 'stopped' }, { status: 'started' })).toEqual([]);
    expect(expectedFrom(iou, { status: 'stopped', name: 'R1' })).toEqual({ name: ['R1'] });
  });

  test('but how an instance was made does not', () => {
    const vmware = writeOperations['vmware.update'];
    expect(vmware.owned).toContain('linked_clone');
    expect(expectedFrom(vmware, { linked_clone: true })).toEqual({ linked_clone: [true] });
  });
});

test('what is no SVG may be shown as any drawing', () => {
  for (const svg of ['', 'lab', '<b>&amp;</b>', '<svg>'])
    expect(afterWrites(drawings, {}, [{ x: 10, svg }])).toEqual({ x: [10] });
});

test('a new drawing may show what it was created with', () => {
  expect(afterWrites(drawings, {}, [{ x: 10, svg: '<svg></svg>' }])).toEqual({
    x: [10],
    svg: ['<svg></svg>'],
  });
});
