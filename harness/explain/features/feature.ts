/** Features of requests: a kind and what it says, such as `has:name` or `place:ram=a fraction`. */

import { operation } from '../../../schemas/index.js';
import { type Behind, type Exchange, header, lengthOf, type Request } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';

/** The kinds of features, the preferred first, where several explain the failures equally well. */
const kinds = [
  'input',
  'ids',
  'body',
  'class',
  'fields',
  'field',
  'type',
  'array',
  'place',
  'has',
  'any',
  'is',
  'item',
  'anyvalue',
  'truth',
  'from',
  'value',
  'beside',
  'only',
  'state',
  'without',
  'answer',
  'order',
  'for',
  'way',
  'case',
  'behind',
] as const;

export type Kind = (typeof kinds)[number];

/** The place of a kind in the order of preference, from 0. */
export const rankOf = (kind: string): number => {
  const index = kinds.indexOf(kind as Kind);
  return index < 0 ? kinds.length : index;
};

/** Whether a feature is of one of these kinds. */
export function ofKind(...some: readonly Kind[]): (feature: string) => boolean {
  const beginnings = some.map((kind) => `${kind}:`);
  return (feature) => beginnings.some((each) => feature.startsWith(each));
}

/** What a feature says, in its parts: `place:ram=a fraction` is of the kind `place`, named `ram`, with a value. */
export const partsOf = (feature: string) => {
  const [kind = '', ...rest] = feature.split(':');
  const [name = '', ...value] = rest.join(':').split('=');
  return { kind, name, value: value.join('=') };
};

/** What a request is like by what its connection has carried: an invalid one to the same operation. */
export function connectionOf({ request, refusals }: Pick<Exchange, 'request' | 'refusals'>): string[] {
  const id = operationOf(request);
  const isOfSame = (each: Behind) => each.status === 400 && operationOf(each.request) === id;
  return [...(refusals?.values() ?? [])].some(isOfSame)
    ? ['behind:requests behind an invalid one on their connection']
    : [];
}

/** What a request that takes no body has not, and some clients send all the same. */
export function bareOf(request: Request): string[] {
  const id = operationOf(request);
  if (!id || operation(id).takesBody) return [];
  const isTyped = header(request, 'content-type') !== undefined;
  return [...(lengthOf(request.body) === 0 ? [noBody] : []), ...(isTyped ? [] : [noType])];
}
export const noBody = 'body:no body';
export const noType = 'body:no Content-Type';
export const isBare = (feature: string): boolean => feature === noBody || feature === noType;

/** What the features of one kind say. */
export const saidBy = (kind: Kind, features: readonly string[]): string[] =>
  features.filter(ofKind(kind)).map((each) => each.slice(kind.length + 1));

/** What a feature of this kind says that all sightings have. */
export function sharedBy(
  sightings: readonly { readonly features: readonly string[] }[],
  kind: Kind,
): string | undefined {
  const [first, ...others] = sightings;
  const isShared = (each: string) => others.every(({ features }) => features.includes(each));
  return saidBy(kind, (first?.features ?? []).filter(isShared))[0];
}

/** What a feature says of a value, whichever field has it: `empty` of `is:name=empty` and of `any:empty`. */
export function attributeIn(feature: string): string | undefined {
  const { kind, name, value } = partsOf(feature);
  return kind === 'is' && placeIn(feature) === name ? value : saidBy('any', [feature])[0];
}

/** Whether a request has a value of which that is said, whichever field has it. */
export const hasValue =
  (attribute: string) =>
  ({ features }: { readonly features: readonly string[] }): boolean =>
    features.some((each) => attributeIn(each) === attribute);

/** The id in a path that a script writes in an odd way: `node_id` of `case:node_id: a word`. */
export const oddIdIn = (feature: string): string | undefined =>
  /^(\w+_id): /.exec(saidBy('case', [feature])[0] ?? '')?.[1];

const ofField = ofKind('place', 'is', 'value', 'field', 'has', 'array');
const ofFieldAlone = ofKind('only');

/** The field that a feature is about, with its place in an item: `interfaces.name`. */
export const placeIn = (feature: string): string | undefined =>
  ofField(feature) ? /^[\w.]+/.exec(partsOf(feature).name)?.[0] : undefined;

/** The fields of the body that features are about. */
export const fieldsOf = (features: readonly string[]): string[] => [
  ...new Set(
    features
      .filter((each) => ofField(each) || ofFieldAlone(each))
      .flatMap((each) => /^\w+/.exec(partsOf(each).name)?.[0] ?? []),
  ),
];
