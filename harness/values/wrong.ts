/** Bodies that break exactly one stated rule at one place. */
import type { JsonSchema } from '../../schemas/index.js';
import { fits, resolve } from '../shapes.js';
import { type Subject, sampleDrawing } from '../subjects.js';
import { type Wrong, wrongValues } from './fields.js';
import { materialise } from './from-fixture.js';

/** A place of the input where a rule can be broken: a field, an array item, a field of an item. */
export interface Place {
  /** `ram`, `interfaces.item`, `interfaces.type`, `interfaces.type.missing`. */
  readonly name: string;
  /** What the document says of it, in words. */
  readonly rule: string;
  readonly wrongs: readonly Wrong[];
  /** The field's value with the wrong one in it; index counts the items before it. */
  readonly field: string;
  readonly build: (wrong: unknown, index: number) => unknown;
  readonly repeats: boolean;
}

const soundItem = { name: 'eth0', special: false, type: 'ethernet' };
/** The first, the second, and one beyond the ten that somebody may have thought enough. */
const indices = [0, 1, 11];
/** Rules hold whatever else an item says. */
const itemAt = (index: number) => (index > 1 ? { ...soundItem, type: 'tap' } : soundItem);

/** Every place of the operation's input, nested ones included. */
export function places(subject: Subject): readonly Place[] {
  return subject.fields.flatMap(({ name, schema }) => [
    {
      name,
      rule: ruleOf(schema),
      wrongs: wrongValues({ name, schema }),
      field: name,
      build: (wrong: unknown) => wrong,
      repeats: false,
    },
    ...(schema.items ? itemPlaces(name, resolve(schema.items)) : []),
  ]);
}

function itemPlaces(field: string, item: JsonSchema): Place[] {
  type Build = (wrong: unknown, sound: typeof soundItem) => unknown;
  const at = (build: Build) => (wrong: unknown, index: number) => [
    ...Array.from({ length: index }, () => soundItem),
    build(wrong, itemAt(index)),
  ];
  const whole: Place = {
    name: `${field}.item`,
    rule: 'an array of objects',
    wrongs: wrongValues({ name: field, schema: item }).filter(({ label }) => label !== 'an object'),
    field,
    build: at((wrong) => wrong),
    repeats: true,
  };
  const inside = Object.entries(item.properties ?? {}).flatMap(([name, schema]): Place[] => [
    {
      name: `${field}.${name}`,
      rule: ruleOf(schema),
      wrongs: wrongValues({ name, schema }),
      field,
      build: at((wrong, sound) => ({ ...sound, [name]: wrong })),
      repeats: true,
    },
    {
      name: `${field}.${name}.missing`,
      rule: 'mandatory in each item',
      wrongs: [{ label: 'missing', value: undefined }],
      field,
      build: at((_wrong, sound) => Object.fromEntries(Object.entries(sound).filter(([key]) => key !== name))),
      repeats: true,
    },
  ]);
  return [whole, ...inside];
}

function ruleOf(schema: JsonSchema): string {
  if (schema.enum) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (schema.format === 'uuid') return 'a UUID';
  return [schema.type].flat().join(' or ');
}

/** The wrong bodies of one place, in several items where there are items; each proven invalid by the schema. */
export function wrongBodies(subject: Subject, name: string): readonly { json: unknown; label: string }[] {
  const place = places(subject).find((each) => each.name === name);
  if (!place) throw new RangeError(`${subject.id} has no place ${name}`);
  const base = subject.creates ? sampleDrawing : {};
  return place.wrongs
    .flatMap(({ label, value }) =>
      (place.repeats ? indices : [0]).map((index) => ({
        json: { ...base, [place.field]: place.build(value, index) },
        label: labelOf(place, label, index),
      })),
    )
    .filter(({ json }) => isBroken(subject, json));
}

/** How a broken rule reads in a finding, wherever it was generated. */
export function labelOf(place: Place, label: string, index: number): string {
  const at = place.repeats ? place.name.replace('.', `[${index === 0 ? 0 : 'n'}].`) : place.name;
  return `${at}: ${label}`;
}

const anyFixture = {
  kind: 'project',
  project_id: '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5',
  node_id: '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e6',
  resource: {},
  made: [],
} as const;

/** Whether a body breaks a rule of the schema, whatever the fixture. */
export function isBroken(subject: Subject, json: unknown): boolean {
  return !fits(subject.shape, materialise(json, anyFixture));
}
