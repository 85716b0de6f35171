/** What a client sends that the document does not allow: its own findings, which never count against the server. */
import { groupBy } from '../../schemas/group-by.js';
import { type OperationId, shapes } from '../../schemas/index.js';
import { isObject } from '../http/exchange.js';
import { placeOf } from '../plan/case.js';
import { type Level, levels } from '../requirement.js';
import { type WriteOperation, writeOperation } from '../values/write-operations.js';
import { caseOf, notUpdated, type Sent, sentBy } from './body.js';
import type { Event } from './history/event.js';

/** One kind of request that the document does not allow, or does not know. */
export interface ClientFinding {
  readonly level: Level;
  readonly section: string;
  /** What was sent, in one sentence without a stop. */
  readonly title: string;
  readonly operation?: OperationId;
  readonly times: number;
  readonly first: Event;
}

interface Remark extends Pick<ClientFinding, 'level' | 'section' | 'title'> {
  readonly operation?: OperationId;
}

/** A client that tries everything is not told each of it. */
const maxFindings = 100;

export function clientFindings(events: readonly Event[]): ClientFinding[] {
  const found = events.flatMap((first) => remarks(first).map((remark) => ({ ...remark, first })));
  return [...groupBy(found, ({ level, title }) => `${level} ${title}`).values()]
    .flatMap((alike) => alike.slice(0, 1).map((one) => ({ ...one, times: alike.length })))
    .sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level) || b.times - a.times)
    .slice(0, maxFindings);
}

function remarks(event: Event): Remark[] {
  const { operation, exchange, query, segments, place } = event;
  const { method, path } = exchange.request;
  if (!operation) {
    if (method === 'OPTIONS' || method === 'HEAD') return [];
    const title = `${method} ${withoutIds(path)}, which the document does not have`;
    return [{ level: 'may', section: '4', title }];
  }
  const { id, takesBody } = operation;
  const of = (level: Level, section: string, title: string): Remark => ({
    level,
    section,
    title: `${id} ${title}`,
    operation: id,
  });
  const found: Remark[] = [];
  if (!place && segments.length > 0) found.push(of('must', '1', 'is asked for by an id that is no UUID'));
  if (query !== '') found.push(of('may', operation.section, 'has a query, and the document shows none'));
  if (takesBody) found.push(...ofBody(of, sentBy(event), operation.section, writeOperation(id)));
  else if (event.sent !== 'nothing')
    found.push(of('should', operation.section, 'is sent with a body, but takes none'));
  return found;
}

const notAsJson = 'not as application/json';

type Of = (level: Level, section: string, title: string) => Remark;

function ofBody(of: Of, sent: Sent, section: string, written: WriteOperation | undefined): Remark[] {
  switch (sent.is) {
    case 'missing':
      return [of('should', section, 'has no body')];
    case 'of another type':
      return [of('should', '4', `has a body that is declared as ${sent.type || 'nothing'}, ${notAsJson}`)];
    case 'malformed':
      return [of('must', '1', 'has a body that is not valid JSON')];
    case 'unclear':
      return [];
    case 'json':
      if (!isObject(sent.value)) return [of('must', section, 'has a body that is no JSON object')];
      return written ? ofObject(of, sent, written) : [];
  }
}

function ofObject(of: Of, sent: Sent & { readonly is: 'json' }, written: WriteOperation): Remark[] {
  const recorded = caseOf(written, sent);
  if (!recorded?.body) return [];
  const { case: each, body } = recorded;
  const section = shapes[written.shape]['x-section'] ?? '2';
  const invalid = each.duty === 'refused' ? each.trials : [];
  const refused: readonly string[] = written.id === 'projects.update' ? notUpdated : [];
  const unknown = Object.keys(body).filter((name) => !written.fields.some((field) => field.name === name));
  return [
    ...invalid.map((trial) => {
      const place = placeOf(trial);
      const lacks = trial.class === 'missing' && `lacks ${place.replace('.missing', '')}`;
      return of('must', section, lacks || `sends ${trial.class} as ${place}`);
    }),
    ...unknown.map((name) =>
      refused.includes(name)
        ? of('must', '2.2', `sends ${name}, which is not accepted`)
        : of('should', section, `sends ${shortened(name)}, which the document does not name`),
    ),
  ];
}

const shortened = (name: string) =>
  name.length <= 60 ? JSON.stringify(name) : `${JSON.stringify(name.slice(0, 60))}…`;

const withoutIds = (path: string) =>
  path
    .split('/')
    .map((part) => {
      const isWord = /^[a-z\d_.-]{1,40}$/.test(part) && !/\d/.test(part.replace(/^v\d$/, ''));
      return isWord || part === '' ? part : '{id}';
    })
    .join('/')
    .slice(0, 200);
