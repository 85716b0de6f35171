/** Resources that are not found among many others of their kind. */
import type { Exchange } from '../pipeline/exchange.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { isRecord, onSuccess, refusing, without } from './recipes.js';
import { instanceReadings } from './shapes.js';

/** The ids of all that are beside a resource, oldest first, with its own place among them. */
function among({ collection, id }: Exchange) {
  const all = [...collection.keys()];
  return { all, place: all.indexOf(id) };
}

const valuesOf = (each: unknown) => JSON.stringify(isRecord(each) ? without(each, 'drawing_id') : each);

export const crowds: Families = {
  'drawings that are alike': [
    breaking('drawings.list', 'shows-all')(
      'shows-one-of-those-alike',
      onSuccess((answer) => {
        const all = Array.isArray(answer.body) ? answer.body : [];
        const first = new Map(all.toReversed().map((each) => [valuesOf(each), each]));
        return { ...answer, body: all.filter((each) => first.get(valuesOf(each)) === each) };
      }),
    ),
  ],
  'one of many not found': [
    ...breakingEach(
      instanceReadings,
      'finds-each',
      ['finds-eight', refusing(404, (each) => among(each).place >= 8)],
      [
        'misses-the-greatest-id',
        refusing(404, (each) => {
          const { all } = among(each);
          return all.length >= 8 && all.toSorted().at(-1) === each.id;
        }),
      ],
    ),
    ...breakingEach(['projects.get', 'compute.projects.get'], 'finds-each', [
      'forgets-the-oldest',
      refusing(404, (each) => {
        const { place, all } = among(each);
        return place < all.length - 11;
      }),
    ]),
  ],
};
