/** What each recorded request is to the interface: which operation, on which resource, and what it may change. */
import { type FixtureKind, type Operation, operation, operations } from '../../../schemas/index.js';
import { uuid, uuids } from '../../../schemas/uuid.js';
import type { Exchange } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import type { Place } from '../../worlds/resource.js';
import type { Traffic } from '../recording/server.js';

export const keyOf = ({ kind, project_id, node_id = '' }: Place) => `${kind} ${project_id} ${node_id}`;

export interface Event extends Traffic {
  /** One of the documented operations, whatever its ids. */
  readonly operation?: Operation;
  /** The resource that it is sent to, by ids in lower case, where they are UUIDs. */
  readonly place?: Place;
  /** The ids of the path as they were sent. */
  readonly segments: readonly string[];
  readonly writes: boolean;
  /** Projects of which it may change anything, since the document does not say what it does. */
  readonly opens: readonly string[] | 'everything';
  /** Whether another request that may change the same was under way at the same time. */
  readonly isContended: boolean;
}

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

function event(traffic: Traffic): Omit<Event, 'isContended'> {
  const { request } = traffic.exchange;
  const id = operationOf(request);
  const writes = !safe.has(request.method);
  if (id === undefined)
    return { ...traffic, segments: [], writes, opens: writes ? mentioned(traffic.exchange) : [] };
  const known = operation(id);
  const template = known.path.split('/');
  const segments = request.path.split('/').filter((_, index) => template[index]?.startsWith('{'));
  const isSound = segments.every((each) => uuid.test(each));
  const [project_id = '', node_id] = segments.map((each) => each.toLowerCase());
  const place = { kind: known.fixture, project_id, node_id };
  return {
    ...traffic,
    operation: known,
    ...(isSound && { place }),
    segments,
    writes,
    // By an odd spelling of its id something may be found all the same.
    opens: writes && !isSound ? ids(request.path) : [],
  };
}

const ids = (text: string) => [...new Set((text.match(uuids) ?? []).map((id) => id.toLowerCase()))];

/** What a request outside of the document may change: whatever it names, or gives a name. */
function mentioned({ request, answer }: Exchange): readonly string[] | 'everything' {
  const all = ids(`${request.path} ${request.body ?? ''} ${answer?.body ?? ''}`);
  return all.length > 0 ? all : 'everything';
}

/** Requests in the order in which they were sent, each with what else was under way. */
export function eventsOf(traffic: readonly Traffic[]): Event[] {
  const events = traffic.map(event);
  const slackMs = events.every(({ start }) => Number.isInteger(start)) ? 1 : 0;
  const contended = new Set<object>();
  let underWay: typeof events = [];
  for (const each of events) {
    underWay = underWay.filter(({ end }) => end + slackMs > each.start);
    for (const other of underWay)
      if ((each.writes || other.writes) && mayMeet(each, other)) {
        contended.add(each);
        contended.add(other);
      }
    underWay.push(each);
  }
  return events.map((each) => ({ ...each, isContended: contended.has(each) }));
}

type Reach = Pick<Event, 'place' | 'operation' | 'opens' | 'writes'>;

/** Whether what one of two requests changes may show in the other. */
function mayMeet(a: Reach, b: Reach): boolean {
  if (opensOf(a, b) || opensOf(b, a)) return true;
  if (!a.place || !b.place || a.place.project_id !== b.place.project_id) return false;
  return keyOf(a.place) === keyOf(b.place) || isDeletion(a) || isDeletion(b);
}

function opensOf({ opens }: Reach, { place, opens: others }: Reach): boolean {
  if (opens === 'everything') return place !== undefined || others.length > 0;
  if (place && opens.includes(place.project_id)) return true;
  return opens.some((id) => others.includes(id) || (place?.node_id !== undefined && id === place.node_id));
}

const isDeletion = ({ operation: known }: Reach) => known?.method === 'DELETE';

/** The resource that an address outside of the operations is of, where it is one that they work on. */
export function placeAt(path: string): Place | undefined {
  for (const [kind, pattern] of addresses) {
    const [, project_id, node_id] = pattern.exec(path) ?? [];
    if (project_id !== undefined)
      return { kind, project_id: project_id.toLowerCase(), node_id: node_id?.toLowerCase() };
  }
  return undefined;
}

/** Where each kind of resource is found: the shortest path of its operations, up to its own id. */
const addresses = new Map<FixtureKind, RegExp>(
  operations.map(({ fixture, path }) => {
    const own = path.slice(0, path.lastIndexOf('}') + 1);
    return [fixture, new RegExp(`^${own.replace(/\{\w+\}/g, '([0-9a-fA-F-]{36})')}$`)];
  }),
);
