/** Sequences of requests in which writes get lost, undone, or stand in the way (design: state). */
import { siblingOf } from '../../schemas/groups.js';
import type { JsonRecord } from '../kinds.js';
import type { Answer } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { breaking, type Families } from './fault.js';
import { blocking, blockingMeanwhile, takingTime } from './meanwhile.js';
import { beforehand, counter, isRecord, memory, onLost, onRefusal, sent } from './recipes.js';
import { clientFields, readingOf, updates, writings } from './shapes.js';

interface Past {
  writes: number;
  refused: boolean;
  readonly records: JsonRecord[];
}

/** What each resource was first read as. */
const firstAnswers = memory(() => new Map<string, Answer>());

const pasts = () => {
  const known = memory(() => new WeakMap<object, Past>());
  return ({ store, entry, collection }: Exchange): Past => {
    const of = known(store);
    const key = entry ?? collection;
    const past = of.get(key) ?? { writes: 0, refused: false, records: [] };
    of.set(key, past);
    return past;
  };
};

/** Loses a write when the past of the resource is of a certain kind. */
const losing = (isLost: (past: Past, exchange: Exchange) => boolean): Hooks => {
  const pastOf = pasts();
  return {
    ...onRefusal('validate', (exchange) => {
      pastOf(exchange).refused = true;
    }),
    act(exchange, next) {
      const past = pastOf(exchange);
      const { entry, collection } = exchange;
      const { record } = entry ?? {};
      const answer = next(exchange);
      if (isLost(past, exchange)) {
        if (entry && record) entry.record = record;
        else if (isRecord(answer.body)) collection.delete(String(answer.body.drawing_id));
      }
      past.writes++;
      past.refused = false;
      if (record) past.records.push(record);
      return answer;
    },
  };
};

/** Loses what is written to a resource before anybody has read it. */
const losingUnread = (): Hooks => {
  const read = memory(() => new WeakSet<Entry>());
  return {
    act(exchange, next) {
      const { store, entry, route } = exchange;
      if (!route.id.endsWith('.update')) {
        read(store).add(entry);
        return next(exchange);
      }
      const { record } = entry;
      const answer = next(exchange);
      if (!read(store).has(entry)) entry.record = record;
      return answer;
    },
  };
};

const byResource = ({ entry }: Exchange) => entry;
/** How long a write is under way once it was carried out. */
const workMs = 3;

export const sequences: Families = {
  'writes lost in sequences': writings.flatMap(({ id }) => [
    breaking(id, 'sequences')(
      'loses-third-write',
      losing(({ writes }) => writes % 3 === 2),
    ),
    breaking(id, 'aftermath.unchanged')(
      'loses-write-after-refusal',
      losing(({ refused }) => refused),
    ),
    breaking(id, 'sequences')(
      'loses-small-write-after-two',
      losing(({ writes }, exchange) => writes === 2 && Object.keys(sent(exchange)).length <= 2),
    ),
  ]),
  'writes stored only at first': updates.map(({ id }) =>
    breaking(id, 'sequences')(
      'stores-the-first-two',
      losing(({ writes }) => writes >= 2),
    ),
  ),
  'writes lost before a reading': updates.map(({ id }) =>
    breaking([id, readingOf(id)], id === 'projects.update' ? 'stores.scene_width' : 'stores.name')(
      'loses-writes-before-a-reading',
      losingUnread(),
    ),
  ),
  /**
   * A write that comes while another is under way works on what it saw before. With one field to write this
   * cannot be told from the order in which they arrived.
   */
  'writes lost in parallel': updates.map(({ id, body }) => {
    const running = counter(byResource);
    const aim = clientFields(body).length > 1 ? 'sequences' : 'stores.ports_mapping.at-once';
    return breaking(id, aim)('loses-parallel-write', {
      act(exchange, next) {
        const { record } = exchange.entry;
        const answer = next(exchange);
        if (running(exchange, 1) > 1) exchange.entry.record = record;
        return answer;
      },
      ...takingTime(id, workMs, running),
    });
  }),
  /** A resource that cannot be read as long as a write to it is under way. */
  'resources locked in parallel': updates.map(({ id }) => {
    const running = counter(byResource);
    const read = readingOf(id);
    return breaking([id, read], 'sequences')(
      'locks-while-writing',
      blockingMeanwhile(404, id, workMs, running),
    );
  }),
  'writes rolled back by a refusal': updates.map(({ id }) => {
    const pastOf = pasts();
    return breaking(id, 'aftermath.unchanged')('rolls-back-on-refusal', {
      ...onRefusal('validate', (exchange) => {
        exchange.entry.record = pastOf(exchange).records.at(-1) ?? exchange.entry.record;
      }),
      ...beforehand((exchange) => pastOf(exchange).records.push(exchange.entry.record)),
    });
  }),
  'deletions that fail after writes': updates.map(({ id }) => {
    const writes = counter(byResource);
    return breaking([siblingOf(id, 'delete'), id], `${id}:sequences`)(
      'fails-after-a-write',
      blocking(500, id, writes),
    );
  }),
  'stale reads': updates.map(({ id }) => {
    const pastOf = pasts();
    const read = readingOf(id);
    return breaking([read, id], `${id}:keeps-others`)('shows-the-state-before', (exchange, next) => {
      if (exchange.route.id === id) pastOf(exchange).records.push(exchange.entry.record);
      const answer = next(exchange);
      const last = pastOf(exchange).records.at(-1);
      return exchange.route.id === read && last ? { ...answer, body: last } : answer;
    });
  }),
  'first answers repeated': updates.map(({ id }) => {
    const read = readingOf(id);
    const keyOf = ({ projectId, id: own }: Exchange) => `${projectId} ${own}`;
    return breaking(read, `${siblingOf(id, 'delete')}:then-gone`)('answers-as-at-first', {
      act(exchange, next) {
        const answers = firstAnswers(exchange.store);
        const answer = answers.get(keyOf(exchange)) ?? next(exchange);
        answers.set(keyOf(exchange), answer);
        return answer;
      },
      ...onLost((exchange) => firstAnswers(exchange.store).get(keyOf(exchange))),
    });
  }),
};
