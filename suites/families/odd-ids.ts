/** Ids that are no UUIDs, and odd path segments, find nothing (sections 4 and 7). */
import { all, type Expectation, isJson, outcomeOf, seen, status, succeeded } from '../../harness/expect.js';
import { type Exchange, mediaType } from '../../harness/http/exchange.js';
import { type Mismatch, mismatch } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload, useOfRefused } from '../../harness/samples.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { type IdName, type Method, type OperationId, operation, operations } from '../../schemas/index.js';
import { family, late, served } from '../define.js';
import { gerund } from '../words.js';

type Segments = readonly (readonly [label: string, segment: string])[];

const noUuid: Segments = [
  // What every object of some languages has.
  ['the word constructor', 'constructor'],
  ['a number', '1'],
  ['a truncated UUID', '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e'],
  ['a UUID with a letter too many', '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5f'],
];

/**
 * The same UUID as others write it, or search for it: identifiers of the document have four hyphens and nothing around
 * them.
 */
const notationsOf = (own: string): Segments => [
  ['its id in braces', `%7B${own}%7D`],
  ['its id as a URN', `urn:uuid:${own}`],
  ['its id without hyphens', own.replaceAll('-', '')],
  // Wildcards of SQL; not at the end, where ids differ that are counted up; two, since one is a separator in Python.
  ['its id with underscores for two digits', own.replace(/-../, '-__')],
];

/** Of the project that something is in, one notation a method: what reads an id reads it for all of them. */
const inTurn: readonly Method[] = ['GET', 'PUT', 'DELETE'];

/** It is unlike that of any other resource. */
const nameOf = ({ resource: { name } }: Fixture): Segments =>
  typeof name === 'string' ? [['its name', encodeURIComponent(name)]] : [];

/** Only read by: who finds something by a part of its id would delete it by that as well. */
const partsOf = (own: string): Segments => [
  ['the first part of its id', own.slice(0, 8)],
  ['its id with a digit too many', `${own}0`],
];

const odd: Segments = [
  ['percent-encoded NUL', '%00'],
  ['a percent-encoded slash', 'a%2Fb'],
  ['percent-encoded bytes that are not UTF-8', '%ff%fe'],
  ['an incomplete percent-encoding', '%zz'],
  ['percent-encoded Unicode', '%F0%9F%98%80'],
  ['a quote', '%27%22'],
  ['a very long segment', 'a'.repeat(4000)],
];
/** Only where nothing can be deleted or written by them. */
const dots: Segments = [
  ['a dot segment', '..'],
  ['a percent-encoded dot segment', '%2e%2e'],
];

export function oddIds(id: OperationId): Requirement[] {
  const { ids, method, listed, fixture: kind } = operation(id);
  const { should } = family(id, 'addresses');
  const drawings = id.startsWith('drawings.');
  const turn = operations.findIndex((each) => each.id === id);
  const isTurn = (at: number) => (at + turn) % 2 === 0;
  const refused = (
    name: string,
    statement: string,
    segments: Segments,
    expectation: (label: string) => Expectation,
    segmentsOf: (home: Fixture, position: IdName, run: Run) => Segments = () => [],
  ) =>
    should(name, statement, async (run, judge) => {
      const sendAll = async (home: Fixture) => {
        for (const [index, position] of ids.entries()) {
          // What looks up a project looks up a node in the same way: each kind goes to one of the two.
          const dealt = segments.filter((_, at) => ids.length < 2 || isTurn(at + index));
          for (const [label, segment] of [...dealt, ...segmentsOf(home, position, run)]) {
            const exchange = await run.send(id, { ...home, [position]: segment }, plainPayload(id), label);
            const isKept = judge.expect(exchange, expectation(label), `${position}: ${label}`);
            // What was deleted by it is found by nothing any more.
            if (!isKept && method === 'DELETE') return judge;
          }
        }
        return judge;
      };
      // An odd node id reaches the nodes only under a project that exists.
      await run.with(kind, useOfRefused(method), sendAll);
      return drawings ? judge.outcome() : served(run, id, judge);
    });
  // A dot segment may be resolved on the way (RFC 3986, 5.2.4); the drawings of no project may be shown as none.
  const turned = (label: string) =>
    all(turnedAway(drawings || dots.some(([dot]) => dot === label)), isJsonIfDeclared);
  const never = `${gerund[id]} with an odd path segment never answers 5xx${drawings ? '' : ' and never succeeds'}, and what an error declares as JSON is JSON.`;
  const rows = [refused('odd-segments', never, method === 'GET' ? [...odd, ...dots] : odd, turned)];
  if (drawings) return rows.map(late);
  const codes = listed.includes(400) ? [400, 404] : [404];
  const statement = `${gerund[id]} with an id that is not a UUID answers ${codes.join(' or ')}.`;
  const segmentsOf = (home: Fixture, position: IdName, run: Run) => {
    const own = String(home[position]);
    const isItsOwn = position === ids.at(-1);
    const notations = notationsOf(own).filter(
      (_, at) => isItsOwn || at === Math.max(0, inTurn.indexOf(method)),
    );
    // What the user named may be lost by them.
    const isSafe = method !== 'DELETE' || run.fixtures.renews(kind);
    return [
      ...(isSafe ? [...notations, ...(isItsOwn ? nameOf(home) : [])] : []),
      ...(method === 'GET' ? partsOf(own) : []),
    ];
  };
  return [refused('no-uuid', statement, noUuid, () => status(...codes), segmentsOf), ...rows].map(late);
}

/** A server in front may answer by a page of its own; what says that it is JSON may repeat the segment unescaped. */
const isJsonIfDeclared: Expectation = (exchange) =>
  exchange.answer && !succeeded(exchange) && mediaType(exchange.answer) === 'application/json'
    ? isJson(exchange)
    : undefined;

/** A server in front may turn odd paths away by codes of its own; 5xx and success are what nobody can mean. */
function turnedAway(successIsFine: boolean): Expectation {
  const judge = (exchange: Exchange): Mismatch | undefined => {
    const code = exchange.answer?.status;
    if (code !== undefined && code < 500 && (code >= 300 || successIsFine)) return undefined;
    const expected = `400 or 404, or at least no ${code !== undefined && code < 300 ? 'success' : '5xx'}`;
    return mismatch(expected, seen(exchange), { in: 'status', message: outcomeOf(exchange) }, [400, 404]);
  };
  return Object.assign(judge, { duty: '404' });
}
