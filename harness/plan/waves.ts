/** The waves of one write operation: each is dealt from the seed and from what the waves before have shown. */
import type { Field } from '../values/fields.js';
import { inputLocations } from '../values/invalid.js';
import { freshId, type Surroundings } from '../values/placeholders.js';
import type { WriteOperation } from '../values/write-operations.js';
import { type Case, type CaseKind, hasField, kindsOf, type Unit } from './case.js';
import type { FieldSurvey } from './facts.js';
import { combinations, type Draw, edgesTogether, unusualTexts } from './generated.js';
import { invalidInCompany, malformedOtherwise } from './generated-invalid.js';
import { alone, packed, rows, shared } from './packs.js';
import {
  edgeTrials,
  emptyObject,
  invalidCases,
  malformedCases,
  nonObjectCases,
  nullCases,
  plainCases,
  sampleBody,
  single,
} from './singles.js';
import {
  nameInCapitals,
  notationCases,
  spelledCases,
  spelledKinds,
  takesAccents,
  unknownFieldCases,
} from './spelling.js';

/** Which cases are asked for: of a kind, where it is about fields or places of one of them. */
export type Wanted = (kind: CaseKind, name?: string) => boolean;

interface Generation {
  /** Cases of one property at most. */
  readonly runs: number;
  readonly hazards: boolean;
  seedOf(...names: readonly string[]): number;
}

/** Cases that need not be refused: each update alone, creations so that they share a list. */
export const taking = ({ creates }: WriteOperation, cases: readonly Case[]): Unit[] =>
  creates ? shared(cases) : alone(cases);

/** The same cases, with the field beside them that the target wants in every body, if there is one. */
export function withNeeded(
  { plainBodies: [plain] }: WriteOperation,
  needed: FieldSurvey['needed'] | undefined,
  units: readonly Unit[],
): Unit[] {
  if (needed === undefined) return [...units];
  const lacks = (each: Case) => !each.raw && each.trials.length > 0 && !hasField(each, needed);
  const own = Object.fromEntries(Object.entries(plain).filter(([name]) => name === needed));
  return units.map(({ cases }) => ({
    cases: cases.map((each) => (lacks(each) ? { ...each, base: { ...own, ...each.base } } : each)),
  }));
}

/** Plain values, one field a body. */
export function plainWave(written: WriteOperation, wanted: Wanted, surroundings: Surroundings): Unit[] {
  const ofFields = (kind: CaseKind, cases: (field: Field) => Case[]) =>
    written.fields.filter(({ name }) => wanted(kind, name)).flatMap(cases);
  const plain = (field: Field) => plainCases(written, field, surroundings);
  const isFolder = ({ schema }: Field) => schema['x-hazard'] === 'folder';
  return taking(written, [
    ...(wanted('empty object') ? [emptyObject] : []),
    ...(written.creates && wanted('sample') ? [sampleBody] : []),
    // Only the folder that the target shows is sent: before null is put in its place.
    ...ofFields('plain', (field) => (isFolder(field) ? plain(field) : [])),
    // Then null, while fields have what they were made with: it may also leave them as they are.
    ...ofFields('null', nullCases),
    ...ofFields('plain', (field) => (isFolder(field) ? [] : plain(field))),
  ]);
}

/** Values at the edges, of several fields in a body; those of the server, and what was never taken, by themselves. */
export function edgeCases(
  written: WriteOperation,
  wanted: Wanted,
  { pool }: FieldSurvey,
  hazards: boolean,
): Case[] {
  const fields = written.fields.filter(({ name }) => wanted('edge', name));
  const trials = (some: readonly Field[]) => some.map((field) => edgeTrials(field, hazards));
  const isTaken = ({ name }: Field) => pool.has(name);
  const isOwned = ({ name }: Field) => written.owned.has(name);
  const never = fields.filter((field) => !isTaken(field));
  return [
    ...packed('edge', trials(fields.filter((field) => isTaken(field) && !isOwned(field)))),
    ...packed('edge', trials(fields.filter((field) => isTaken(field) && isOwned(field)))),
    ...trials(never)
      .flat()
      .map((trial) => single('edge', trial)),
  ];
}

/** Other spellings of plain bodies, and values that are to be refused. */
export function refusalWave(
  written: WriteOperation,
  wanted: Wanted,
  facts: Pick<FieldSurvey, 'edges'>,
  hazards = false,
): Unit[] {
  const isSpelled = spelledKinds.some((kind) => wanted(kind));
  const spelled = isSpelled ? spelledCases(written, takesAccents(written, facts)) : [];
  const open = [
    ...(wanted('unknown field') ? unknownFieldCases(written, hazards) : []),
    ...(wanted('notation') ? notationCases(written) : []),
  ];
  const invalid = inputLocations(written)
    .filter(({ name }) => wanted('invalid', name))
    .flatMap((location) => invalidCases(written, location));
  return [
    ...(spelled.length > 0 ? [{ cases: spelled }] : []),
    ...(open.length > 0 ? [{ cases: open }] : []),
    ...(wanted('unknown field') && !written.creates ? [{ cases: [nameInCapitals()] }] : []),
    ...rows(withOneTwice(invalid)),
  ];
}

/** An id that nothing has, in each of these fields that hold an id. */
export const otherIds = ({ fields }: WriteOperation, names: ReadonlySet<string>): Unit[] =>
  alone(
    fields
      .filter(({ name, schema }) => names.has(name) && schema.format === 'uuid')
      .map(({ name: field }) => single('plain', { field, class: freshId.label, value: freshId })),
  );

/** Bodies that are no JSON object. */
export const brokenWave = (written: WriteOperation, wanted: Wanted): Unit[] =>
  rows(
    [
      ...(wanted('malformed') ? malformedCases(written) : []),
      ...(wanted('non-object') ? nonObjectCases() : []),
    ],
    false,
  );

/** One that is refused is to be refused again. */
function withOneTwice(cases: readonly Case[]): readonly Case[] {
  const [first, second, ...rest] = cases;
  return first && second ? [first, second, { ...second }, ...rest] : cases;
}

/** A property of generated cases, with the chance that one more case would cover something new. */
export interface Property {
  readonly kind: CaseKind;
  readonly cases: readonly Case[];
  readonly residual?: number;
}

/** Everything that is drawn. */
export function generated(
  written: WriteOperation,
  wanted: Wanted,
  facts: FieldSurvey,
  run: Generation,
): readonly Property[] {
  const deals: Partial<Record<CaseKind, (draw: Draw) => Omit<Property, 'kind'>>> = {
    combination: (draw) => (facts.pool.size > 0 ? combinations(facts.pool, draw) : { cases: [] }),
    'edges together': (draw) =>
      facts.sound.length > 0 ? edgesTogether(facts, run.hazards, draw) : { cases: [] },
    'unusual text': (draw) => ({ cases: unusualTexts(written, facts, draw) }),
    'invalid in company': (draw) => ({ cases: invalidInCompany(written, facts, draw) }),
    'malformed otherwise': (draw) => ({ cases: malformedOtherwise(written, facts, draw) }),
  };
  return kindsOf.generated.flatMap((kind) => {
    const draw = { most: run.runs, seed: run.seedOf(written.id, kind) };
    const dealt = wanted(kind) ? deals[kind]?.(draw) : undefined;
    return dealt ? [{ kind, ...dealt }] : [];
  });
}

export function generatedWave(written: WriteOperation, properties: readonly Property[]): Unit[] {
  const cases = properties.flatMap((each) => each.cases);
  const refused = cases.filter(({ duty }) => duty === 'refused');
  const others = cases.filter(({ duty }) => duty !== 'refused');
  return [...taking(written, others), ...rows(refused, false)];
}
