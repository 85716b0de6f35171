/** What broken requests have in common and right ones do not. */
import { describe, expect, test } from 'vitest';
import {
  circumstances,
  frequentIn,
  isByChance,
  narrowed,
  united,
} from '../../../harness/explain/circumstance.js';
import { noBody } from '../../../harness/explain/features/feature.js';
import { updatedFieldBefore } from '../../../harness/explain/features/ids.js';

const seen = (...features: string[]) => ({ features, times: 1 });
const featuresOf = (found: ReturnType<typeof circumstances>) => found.map(({ features }) => features);

describe('the circumstance', () => {
  test('is none where nothing was right', () => {
    expect(featuresOf(circumstances([seen('has:name'), seen('has:x')], []))).toEqual([[]]);
  });

  test('is what all that broke share, and nothing that was kept has', () => {
    const broken = [seen('has:name', 'is:name=empty'), seen('has:name', 'has:x', 'is:name=empty')];
    expect(featuresOf(circumstances(broken, [seen('has:name'), seen('has:x')]))).toEqual([['is:name=empty']]);
  });

  test('is what is lacking where that explains all, and enough that is right has it', () => {
    const broken = [1, 2, 3, 4].map((count) => seen('without:x', count < 4 ? 'any:empty' : 'has:name'));
    const right = (times: number) => [{ ...seen('has:x'), times }];
    expect(featuresOf(circumstances(broken, right(8)))).toEqual([['without:x']]);
    expect(featuresOf(circumstances(broken, right(7)))).toEqual([['any:empty'], ['has:name']]);
  });

  test('names all fields that were updated together', () => {
    const updated = ['md5sum', 'status', 'console'].map(updatedFieldBefore);
    const found = circumstances([seen(...updated)], [seen(updated[1] as string)]);
    expect(featuresOf(found)).toEqual([[updated[0], updated[2]]]);
  });

  test('is nothing that explains nothing by itself, though it may come with something else', () => {
    const isAside = (feature: string) => feature.startsWith('is:');
    const broken = [seen('place:name', 'is:x=0')];
    const found = circumstances(broken, [seen('place:name'), seen('has:x')], isAside);
    expect(featuresOf(found)).toEqual([['place:name', 'is:x=0']]);
  });

  test('is how a body was sent only where nothing else may be the reason', () => {
    const way = 'body:a media type with charset';
    const parts = [way, 'place:x', 'has:y'];
    const kept = parts.map((part) => seen(part));
    expect(featuresOf(circumstances([seen(...parts)], kept))).toEqual([['place:x', 'has:y']]);
    expect(featuresOf(circumstances([seen(way, 'place:x')], kept))).toEqual([['place:x', way]]);
    // What a script calls it says no more.
    const scripted = [seen(way, 'case:a media type with charset')];
    expect(featuresOf(circumstances(scripted, [seen('place:x')]))).toEqual([[way]]);
  });

  test('is a lack of a body only where that explains it by itself', () => {
    const broken = [seen(noBody, 'ids:a', 'has:x')];
    expect(featuresOf(circumstances(broken, [seen('ids:a', 'has:x')]))).toEqual([[noBody]]);
    expect(featuresOf(circumstances(broken, [seen(noBody, 'has:x'), seen('ids:a')]))).toEqual([
      ['ids:a', 'has:x'],
    ]);
  });

  test('is what a connection has carried only where that explains it by itself', () => {
    const behind = 'behind:an invalid one';
    const broken = [seen(behind, 'has:name', 'has:x')];
    expect(featuresOf(circumstances(broken, [seen(behind, 'has:name'), seen('has:x')]))).toEqual([
      ['has:name', 'has:x'],
    ]);
    const kept = [seen('has:name', 'has:x')];
    expect(featuresOf(circumstances(broken, kept))).toEqual([[behind]]);
  });

  test('is two things together where neither breaks anything alone', () => {
    const broken = [seen('has:name', 'has:x')];
    expect(featuresOf(circumstances(broken, [seen('has:name'), seen('has:x')]))).toEqual([
      ['has:name', 'has:x'],
    ]);
  });

  test('is as it was seen where nothing tells it from what was kept, once for all alike', () => {
    const found = circumstances([seen('has:x'), seen('has:x')], [seen('has:x')]);
    expect(found).toEqual([{ features: ['has:x'], holds: [0, 1] }]);
  });

  test('may be one pair for some, and another pair for the rest', () => {
    const broken = [
      seen('is:name=a', 'is:name=b', 'has:x'),
      seen('is:name=c', 'is:name=b', 'has:y', 'value:1'),
      seen('is:name=c', 'is:name=b', 'has:z', 'value:2'),
    ];
    const kept = [seen('is:name=a', 'has:x'), seen('is:name=b', 'has:x'), seen('is:name=c')];
    expect(featuresOf(circumstances(broken, kept))).toEqual([
      ['is:name=c', 'is:name=b'],
      ['is:name=a', 'is:name=b'],
    ]);
  });

  test('is something that bodies have, rather than something that a few more of them lack', () => {
    const wrong = Array.from({ length: 4 }, () => seen('input:an invalid value', 'without:name'));
    const broken = [...wrong, seen('input:a field that is not accepted', 'without:name')];
    expect(featuresOf(circumstances(broken, [seen('has:name')]))[0]).toEqual(['input:an invalid value']);
  });

  test('is what bodies lack where nothing else explains nearly as much', () => {
    const broken = ['a', 'b', 'c'].map((each) => seen(`has:${each}`, 'without:name'));
    expect(featuresOf(circumstances(broken, [seen('has:name')]))).toEqual([['without:name']]);
  });

  test('is what all bodies lack, rather than a field that most of them have', () => {
    const broken = ['x', 'x', 'x', 'y'].map((each) => seen(`has:${each}`, 'without:z'));
    expect(featuresOf(circumstances(broken, [seen('has:z')]))).toEqual([['without:z']]);
  });

  test('is told apart for two causes', () => {
    const broken = [seen('is:name=empty'), seen('is:name=empty'), seen('is:x=negative')];
    const found = circumstances(broken, [seen('is:name=null')]);
    expect(found.map(({ features, holds }) => [features, holds])).toEqual([
      [['is:name=empty'], [0, 1]],
      [['is:x=negative'], [2]],
    ]);
  });

  test('is everything that was seen where nothing tells it from what was right', () => {
    expect(featuresOf(circumstances([seen('has:x')], [seen('has:x')]))).toEqual([['has:x']]);
  });
});

describe('a circumstance of any field', () => {
  const general = ['any:null'];

  test('is told of the field where no other was seen', () => {
    expect(narrowed(general, [seen('any:null', 'is:name=null')])).toEqual(['is:name=null']);
  });

  test('stays where several fields show it', () => {
    const two = [seen('any:null', 'is:name=null'), seen('any:null', 'is:path=null')];
    expect(narrowed(general, two)).toEqual(general);
  });

  test('names the value, the kind of value, or the place', () => {
    const features = ['anyvalue:"none"', 'value:console_type="none"', 'type:enum', 'place:console_type'];
    expect(narrowed(['anyvalue:"none"'], [seen(...features)])).toEqual(['value:console_type="none"']);
    expect(narrowed(['type:enum'], [seen(...features)])).toEqual(['place:console_type']);
    const fraction = seen('class:a fraction', 'place:ram', 'place:ram=a fraction', 'type:integer=a fraction');
    expect(narrowed(['class:a fraction'], [fraction])).toEqual(['place:ram=a fraction']);
    expect(narrowed(['type:integer=a fraction'], [fraction])).toEqual(['place:ram=a fraction']);
  });
});

describe('several circumstances', () => {
  const found = (...features: string[]) =>
    features.map((each, index) => ({ features: [each], holds: [index] }));

  test('are named together when they are few, or say the same of different fields', () => {
    expect(united(found('is:a=empty', 'has:b'))).toMatchObject({ circumstance: ['is:a=empty'], failed: 2 });
    const alike = united(found('is:a=empty', 'is:b=empty', 'is:c=empty'));
    expect(alike).toEqual({
      circumstance: ['is:a=empty'],
      also: [['is:b=empty'], ['is:c=empty']],
      failed: 3,
    });
  });

  test('are none when they are many and different', () => {
    expect(united(found('is:a=empty', 'is:b=0', 'has:c'))).toEqual({ circumstance: [], failed: 3 });
  });
});

describe('what fails by chance', () => {
  const found = (...all: [string, number][]) =>
    all.map(([feature, times]) => ({
      features: [feature],
      holds: Array.from({ length: times }, (_, at) => at),
    }));
  const four = found(['has:x', 1], ['is:y=0', 1], ['body:{}', 1], ['state:new', 1]);
  const all = ['a', 'b', 'c', 'd'].map((each) => seen(`has:${each}`));

  test('is right as often with the same request', () => {
    const right = all.map(({ features }) => seen(...features, 'behind:an invalid one'));
    expect(isByChance(all, right, four)).toBe(true);
    expect(isByChance(all, right.slice(0, 2), four)).toBe(false);
    expect(isByChance(all, right, four.slice(0, 3))).toBe(false);
  });

  test('has hardly anything in common, where valid requests fail', () => {
    const many = [...four, ...found(['only:x', 1], ['without:y', 1])];
    expect(isByChance(all, [], many)).toBe(true);
    expect(isByChance(all, [], found(...many.map((_, at): [string, number] => [`has:${at}`, 1])))).toBe(
      false,
    );
    expect(isByChance(all, [], [...many, ...found(['any:null', 3])])).toBe(false);
    expect(
      isByChance(
        all.map(() => seen('input:an invalid value')),
        [],
        many,
      ),
    ).toBe(false);
  });
});

describe('what most failures have', () => {
  const failing = [
    ...Array.from({ length: 9 }, () => seen('has:x', 'has:z')),
    ...Array.from({ length: 3 }, () => seen('has:y', 'has:z')),
  ];
  const fine = [
    ...Array.from({ length: 16 }, () => seen('has:z')),
    ...Array.from({ length: 4 }, () => seen('has:x')),
  ];

  test('is the circumstance if few of the right requests have it', () => {
    expect(frequentIn(failing, fine)).toBe('has:x');
    expect(
      frequentIn(failing, [...fine, ...Array.from({ length: 20 }, () => seen('has:x', 'has:z'))]),
    ).toBeUndefined();
  });

  test('may be chance if only a few requests have failed', () => {
    expect(frequentIn(failing.slice(0, 9), fine)).toBeUndefined();
  });
});
