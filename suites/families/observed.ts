/** What the document leaves open, told as seen: none of it counts against a server. */
import { seen, succeeded } from '../../harness/expect.js';
import { type Exchange, mediaType, objectOf, valueIn } from '../../harness/http/exchange.js';
import type { Payload } from '../../harness/http/request.js';
import { sentIn } from '../../harness/model/state.js';
import { notExercised } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import { ofNobody, refusals, sample } from '../../harness/samples.js';
import { resolvePlaceholders } from '../../harness/values/placeholders.js';
import { type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import { fieldsOf, type OperationId, operation } from '../../schemas/index.js';
import { family } from '../define.js';
import { gerund } from '../words.js';
import { rowsOf, type WriteRequirement } from '../writes/requirement.js';
import { answerIn } from '../writes/seen.js';
import { withOwnIds } from './creations.js';
import { sentWithoutBody } from './http.js';

const told = (observation: string) => ({ verdict: 'passed', observation }) as const;
const answerTold = async (exchange: Promise<Exchange>) => told(seen(await exchange));

/** What every operation with a documented body leaves open. */
export function openInput(id: WriteId): Requirement[] {
  const { may } = family(id, 'observed');
  const { kind, plainBodies } = writeOperations[id];
  const sending = (name: string, statement: string, purpose: string, payload: (plain: object) => Payload) =>
    may(`observed.${name}`, `${gerund[id]} with ${statement}: how it is answered.`, (run) =>
      run.with(kind, 'write', (fixture) => {
        const plain = resolvePlaceholders(plainBodies[0], fixture) as object;
        return answerTold(run.send(id, fixture, payload(plain), purpose));
      }),
    );
  return [
    may('observed.no-body', `${gerund[id]} without a body: how it is answered.`, (run) =>
      answerTold(sentWithoutBody(run, id)),
    ),
    sending('other-content-type', 'JSON declared as text/plain', 'JSON as text/plain', (plain) => ({
      raw: JSON.stringify(plain),
      contentType: 'text/plain',
    })),
    sending('byte-order-mark', 'a byte-order mark before the JSON', 'a byte-order mark', (plain) => ({
      raw: `\ufeff${JSON.stringify(plain)}`,
    })),
    sending('large-body', 'a body of 1 MiB', '1 MiB', (plain) => ({
      json: { ...plain, conformance_unknown: 'n'.repeat(1024 * 1024) },
    })),
  ];
}

/** Fields that the document does not name are sent anyway, to see whether they are answered at all. */
export const unknownField = (id: WriteId): WriteRequirement =>
  rowsOf(id, 'observed').may(
    'observed.unknown-field',
    `${gerund[id]} with a field that the document does not name: how it is answered.`,
    [
      [{ kind: 'unknown field' }],
      (view) => {
        const [first] = view.codes('unknown field').flatMap((each) => answerIn(each) ?? []);
        return first ? told(seen(first)) : notExercised('no such body was answered');
      },
    ],
  );

/** What every answer leaves open. */
export function openAnswer(id: OperationId): Requirement[] {
  const { answers, success } = operation(id);
  const { may } = family(id, 'observed');
  const shape = success.map((code) => answers[code]?.shape).find((each) => each !== undefined);
  const rows = [
    may('observed.latency', `${gerund[id]}: how long the answer took.`, async (run) => {
      const { exchanges } = await sample(run, id);
      return told(exchanges.map(({ durationMs }) => `${durationMs.toFixed(1)} ms`).join(', '));
    }),
  ];
  if (shape)
    rows.push(
      may(
        'observed.extra-fields',
        `${gerund[id]}: fields in the answer that the document does not name.`,
        async (run) => {
          const { exchanges } = await sample(run, id);
          const known = new Set(fieldsOf(shape).map(({ name }) => name));
          const extra = exchanges
            .flatMap((exchange) => Object.keys(firstObject(exchange)))
            .filter((name) => !known.has(name));
          return told([...new Set(extra)].slice(0, 50).join(', ') || 'none');
        },
      ),
    );
  if (operation(id).listed.some((code) => code >= 400))
    rows.push(
      may('observed.error-shape', `${gerund[id]}: what error bodies look like.`, async (run) => {
        const sent = await refusals(run, id);
        const shapes = sent.filter(({ answer }) => answer && answer.status >= 400).map(errorShape);
        return told([...new Set(shapes)].join('; ') || 'no error was seen');
      }),
    );
  return rows;
}

function firstObject(exchange: Exchange): object {
  const [first] = [valueIn(exchange)].flat();
  return typeof first === 'object' && first !== null ? first : {};
}

function errorShape(exchange: Exchange): string {
  const body = objectOf(exchange);
  if (body) return `an object with ${Object.keys(body).slice(0, 10).join(', ') || 'no field'}`;
  const { answer } = exchange;
  return answer && answer.body.length > 0 ? `${mediaType(answer) ?? 'undeclared'} content` : 'an empty body';
}

/** What the drawings leave open. */
export function openDrawings(): Requirement[] {
  const id = 'drawings.create';
  const inUnknown = (by: 'drawings.list' | typeof id, what: string) =>
    family(by, 'observed').may(
      'observed.unknown-project',
      `${what} a project that does not exist: how it is answered.`,
      async (run) => told(seen((await ofNobody(run, by)).exchange)),
    );
  return [
    inUnknown('drawings.list', 'Listing the drawings of'),
    inUnknown(id, 'Creating a drawing in'),
    family(id, 'observed').may(
      'observed.own-id',
      'Creating a drawing with an id chosen by the client: whether it is kept.',
      async (run) => {
        const { last } = await withOwnIds(run);
        const kept = objectOf(last)?.drawing_id === sentIn(last)?.drawing_id ? 'kept' : 'replaced';
        return told(succeeded(last) ? `${seen(last)}, the id is ${kept}` : seen(last));
      },
    ),
  ];
}
