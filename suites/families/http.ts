/** Requests that HTTP allows and few clients send (RFC 9110, 9.3.1 and 9.3.5). */
import { all, declaresJson, type Expectation, status } from '../../harness/expect.js';
import { escapedId } from '../../harness/explain/features/difference.js';
import type { Exchange } from '../../harness/http/exchange.js';
import {
  acceptGzip,
  acceptSeveral,
  closing,
  type Ids,
  type Payload,
  typeAlone,
  unknownTag,
} from '../../harness/http/request.js';
import { notExercised } from '../../harness/outcome.js';
import { codesFor } from '../../harness/plan/case.js';
import { sentOtherwise } from '../../harness/plan/spelling.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { ofDeleted, strayed } from '../../harness/samples.js';
import type { WriteId } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { makeIt } from '../../harness/worlds/named/fixtures-file.js';
import { type IdName, type OperationId, operation } from '../../schemas/index.js';
import { family, onFixture } from '../define.js';
import { gerund } from '../words.js';
import { draw } from './draw.js';

/**
 * A body where none is expected. That of a deletion is the last request of its connection, as some clients send it;
 * behind a reading, others find whether the body was left on the connection.
 */
export function strayBody(id: OperationId): Requirement[] {
  const { takesBody, method, fixture: kind, success } = operation(id);
  if (takesBody) return [];
  const isAnswered = status(...success, 400);
  const [input, its] = ['a body where none is expected', 'with a body, which has no meaning there,'];
  if (method === 'GET') {
    const isList = id === 'drawings.list';
    const { should } = onFixture(id, 'success', isList ? 'write' : 'read', '1');
    return [
      should('answers-body', `${gerund[id]} ${its} succeeds or answers 400.`, async (run, judge, fixture) => {
        // Whether a list is empty is judged elsewhere.
        if (isList) await draw(run, fixture, 'a drawing to list');
        judge.expect(await run.send(id, fixture, strayed, input), isAnswered, input);
      }),
    ];
  }
  const { should } = family(id, 'success', '1');
  const statement = `${gerund[id]} ${its} and with Connection: close succeeds or answers 400.`;
  return [
    should('answers-body', statement, async (run, judge) => {
      if (!run.fixtures.renews(kind))
        return notExercised('resources that you named are deleted no more often than needed', makeIt(kind));
      const deleted = await ofDeleted(run, kind);
      if (deleted) judge.expect(deleted.deletion, isAnswered, `${input}, and Connection: close`);
    }),
  ];
}

export const typed = 'a Content-Type without a body';

export const gzip = 'Accept-Encoding: gzip';

/** Headers, and a way to write an id, that change nothing of a reading. */
export function readings(id: OperationId): Requirement[] {
  const { method, success, ids } = operation(id);
  if (method !== 'GET') return [];
  const sending = (
    name: string,
    payload: Payload | undefined,
    input: string,
    statement: string,
    { address = (own: Fixture): Ids => own, isRight = status(...success) } = {},
  ) =>
    onFixture(id, 'success', 'read', '1').should(
      name,
      `${gerund[id]} ${statement}.`,
      async (run, judge, own) => {
        judge.expect(await run.send(id, address(own), payload, input), isRight, input);
      },
    );
  return [
    // A Content-Type without a body means nothing.
    sending('accepts.content-type', typeAlone, typed, 'with a Content-Type but no body succeeds'),
    // JSON is among them (RFC 9110, 12.5.1).
    sending(
      'accepts.several-types',
      acceptSeveral,
      'an Accept header with several types',
      'with several types in the Accept header, of which JSON is preferred, succeeds with JSON',
      { isRight: all(status(...success), declaresJson) },
    ),
    // The answer may be compressed or not, and its header says which (RFC 9110, 8.4).
    sending('accepts.gzip', acceptGzip, gzip, `with ${gzip} succeeds, and the answer can be decoded`),
    lastWithUnknownTag(id),
    // A hyphen means the same as %2D (RFC 3986, 2.3).
    sending('accepts.escaped-id', undefined, escapedId, `with ${escapedId} succeeds`, {
      address(own) {
        const name = ids.at(-1) as IdName;
        return { ...own, [name]: own[name]?.replaceAll('-', '%2D') };
      },
    }),
  ];
}

/** 304 would say that the target has that ETag (RFC 9110, 13.1.2). What fails together is sent one by one. */
function lastWithUnknownTag(id: OperationId): Requirement {
  const isRight = status(...operation(id).success);
  const statement = `${gerund[id]} succeeds when If-None-Match names an unknown ETag, and with Connection: close.`;
  const headers = [
    ['If-None-Match with an unknown ETag', unknownTag],
    [sentOtherwise.closing[0], closing],
  ] as const;
  return onFixture(id, 'success', 'read', '1').should(
    'accepts.if-none-match',
    statement,
    async (run, judge, own) => {
      const input = headers.map(([words]) => words).join(', and ');
      const both = await run.send(id, own, { headers: headers.flatMap(([, each]) => each) }, input);
      if (isRight(both) === undefined) return;
      for (const [words, each] of headers)
        judge.expect(await run.send(id, own, { headers: each }, words), isRight, words);
      if (!judge.failed) judge.expect(both, isRight, input);
    },
  );
}

/** Operations that take a body; what a started node may answer is the same with any (4.2). */
type WithBody = WriteId | 'nodes.start';

/** The document does not show a missing body, so any refusal will do. */
export function noBody(id: WithBody): Requirement {
  const statement = `${gerund[id]} without a body gets an answer other than a server error (5xx).`;
  const listed = status(...(id === 'nodes.start' ? [204, 201, 400] : codesFor(id, 'answered')));
  const noServerError: Expectation = Object.assign(
    (exchange: Exchange) => ((exchange.answer?.status ?? 500) < 500 ? undefined : listed(exchange)),
    { duty: 'valid' },
  );
  return family(id, 'success').should('answers-no-body', statement, async (run, judge) => {
    judge.expect(await sentWithoutBody(run, id), noServerError, 'a missing body');
  });
}

export const sentWithoutBody = (run: Run, id: WithBody) =>
  run.once(`${id} without a body`, () =>
    run.with(operation(id).fixture, 'write', (fixture) => run.send(id, fixture, undefined, 'no body')),
  );
