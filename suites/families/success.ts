/** What a successful answer is: its code, its body, its fields (sections 2 and 4). */
import {
  all,
  declaresJson,
  type Expectation,
  hasBody,
  isJson,
  named,
  seen,
  shaped,
  status,
  succeeded,
} from '../../harness/expect.js';
import { type Exchange, header } from '../../harness/http/exchange.js';
import { operationOf } from '../../harness/http/request.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, mismatch, type Outcome } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { refusals, type Sample, sample } from '../../harness/samples.js';
import { fieldsOf, isNullable, typesOf } from '../../harness/values/shapes.js';
import {
  type JsonSchema,
  type OperationId,
  operation,
  resolve,
  type ShapeName,
  shapes,
} from '../../schemas/index.js';
import { family, onFixture } from '../define.js';
import { doing, given, noun } from '../words.js';

const request = 'a plain request';

/** The operation succeeds, and its answer is what the document shows. */
export function success(id: OperationId): Requirement[] {
  const { success: codes, answers, listed, takesBody, fixture: kind } = operation(id);
  const { must } = family(id, 'success');
  const shown = codes.map((code) => answers[code]).find((answer) => answer && !answer.empty);
  const rows = [
    must(
      'succeeds',
      `${doing[id]} answers ${codes.map(named).join(' or ')} when the ${noun[kind]} exists.`,
      async (run, judge) => {
        const { exchanges, before } = await sample(run, id);
        // A bound or a conflict may keep the first from being taken; neither's conditions are shown.
        const isTurnedDown = ({ answer }: Exchange) => answer?.status === 400 || answer?.status === 409;
        const first = exchanges.find((exchange) => !isTurnedDown(exchange)) ?? exchanges[0];
        if (first?.answer?.status === 409 && listed.includes(409))
          return inconclusive(`${doing[id]} answered nothing but 409 Conflict`, exchanges);
        if (first) judge.expect(first, status(...codes), request, before);
      },
    ),
  ];
  if (codes.includes(204)) rows.push(emptyAnswer(id));
  if (shown)
    rows.push(...jsonAnswer(id), ...(shown.shape ? fields(id, shown.shape, shown.list === true) : []));
  if (listed.includes(404) || takesBody) rows.push(...errors(id));
  return rows;
}

/** Judges the answers that mean success, whatever their code. */
function onSuccess(run: Run, id: OperationId, expectation: Expectation): Promise<Outcome> {
  return sample(run, id).then((taken) => judgeSample(run, id, taken, expectation));
}

function judgeSample(
  run: Run,
  id: OperationId,
  { exchanges, before }: Sample,
  expectation: Expectation,
): Outcome {
  const judge = new Judge(id, run);
  const good = exchanges.filter(succeeded);
  for (const exchange of good) judge.expect(exchange, expectation, request, before);
  return good.length === 0
    ? inconclusive(`${doing[id]} did not succeed, so there is no answer to look at`, [
        ...before,
        ...exchanges,
      ])
    : judge.outcome();
}

function emptyAnswer(id: OperationId): Requirement {
  const { must } = family(id, 'success');
  return must('answer.empty', `${doing[id]} answers 204 with an empty body.`, async (run, judge) => {
    const { exchanges, before, behindHead } = await sample(run, id);
    const first = exchanges[0];
    if (first?.answer?.status !== 204) {
      const other = operation(id).success.some((code) => code === first?.answer?.status);
      if (other) return judge.outcome();
      return inconclusive(`${doing[id]} did not answer 204`, [...before, ...exchanges]);
    }
    const bytes = behindHead?.length ?? 0;
    const declared = Number(header(first.answer, 'content-length') ?? 0);
    if (bytes > 0 || declared > 0) {
      const seen = bytes > 0 ? `${bytes} bytes behind the head` : `Content-Length: ${declared}`;
      const violation = { in: 'body', pointer: '', message: 'must be empty' } as const;
      const miss = mismatch('204 with an empty body', seen, violation);
      judge.miss(miss, request, [...before, first], 'body on 204');
    }
  });
}

function jsonAnswer(id: OperationId): Requirement[] {
  const { must } = family(id, 'answer', '1');
  return [
    must('answer.media-type', `${doing[id]} answers with Content-Type application/json.`, (run) =>
      onSuccess(run, id, all(showsBody(id), declaresJson)),
    ),
    must('answer.json', `${doing[id]} answers with a body that is valid JSON in UTF-8.`, (run) =>
      onSuccess(run, id, all(showsBody(id), isJson)),
    ),
  ];
}

/** Node start may answer 204, without a body, as well as a Node. */
export const isListedEmpty = (id: OperationId, { answer }: Pick<Exchange, 'answer'>) =>
  answer?.status === 204 && operation(id).success.includes(204);

/** A 200 or 201 that shows a resource has a body. */
const showsBody =
  (id: OperationId): Expectation =>
  (exchange) =>
    isListedEmpty(id, exchange) ? undefined : hasBody(exchange);

function fields(id: OperationId, shape: ShapeName, list: boolean): Requirement[] {
  const { section } = operation(id);
  const { must } = family(id, 'answer', section);
  const required = new Set(shapes[shape].required ?? []);
  const where = list ? 'each element has' : 'the answer has';
  const judged = async (run: Run, field: string) => {
    const isOfElement = list && field !== '';
    const taken = await sample(run, id);
    if (isOfElement && !taken.before.some(makesDrawing) && taken.exchanges.every(isEmptyList))
      return inconclusive('no drawing could be created, so none is listed', taken.before);
    return judgeSample(run, id, taken, (exchange) => {
      if (isListedEmpty(id, exchange)) return undefined;
      const miss = shaped(shape, { list, field })(exchange);
      return miss ?? (isOfElement ? notEmpty(exchange) : undefined);
    });
  };
  const whole = list ? 'a JSON array' : 'a JSON object';
  return [
    must('answer.body', `${doing[id]} answers with ${whole}${given(id)}.`, (run) => judged(run, '')),
    ...fieldsOf(shape).map(([name, schema]) => {
      const duty = required.has(name) ? `${where} ${name}, and it is ` : `${name}, where it is sent, is `;
      const sentence = `${doing[id]}: ${duty}${typeInWords(schema)}${given(id)}.`;
      return must(`answer.${name}`, sentence, (run) => judged(run, name), fieldSection(shape, section));
    }),
  ];
}

const mustNotBeEmpty = { in: 'body', pointer: '', message: 'must not be empty' } as const;

/** Listing what was just created must show it: an empty list would let every field pass unseen. */
const notEmpty: Expectation = (exchange) =>
  isEmptyList(exchange)
    ? mismatch('the drawings that were created', 'an empty array', mustNotBeEmpty)
    : undefined;

const isEmptyList = ({ answer }: Exchange) => answer?.body.toString('latin1').trim() === '[]';
const makesDrawing = (exchange: Exchange) =>
  succeeded(exchange) && operationOf(exchange.request) === 'drawings.create';

function fieldSection(shape: ShapeName, section: string): string {
  return shapes[shape]['x-section'] ?? section;
}

function typeInWords(schema: JsonSchema): string {
  const nullable = isNullable(schema) ? ' or null' : '';
  if (schema.enum) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (schema.format === 'uuid') return `a UUID${nullable}`;
  const type = typesOf(schema).find((each) => each !== 'null') ?? 'any JSON value';
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}${nullable}${partsInWords(schema)}`;
}

/** The fields of a table within a table, which are judged with the field that holds them. */
function partsInWords(schema: JsonSchema): string {
  const names = Object.keys(resolve(schema.items ?? schema).properties ?? {});
  return names.length > 0 ? ` with ${names.join(', ')} of their documented types, where they are sent` : '';
}

/** A project that has no drawings still has a list of them. */
export function emptyList(): Requirement {
  const id = 'drawings.list';
  const { must } = onFixture(id, 'success', 'read');
  return must(
    'without-drawings',
    'Listing the drawings of a new project answers 200 with a JSON array.',
    async (run, judge, fixture) => {
      const proper = all(status(200), declaresJson, isJson, shaped('drawing-answer', { list: true }));
      const list = await run.send(id, fixture, undefined, 'list');
      judge.expect(list, proper, 'a project without drawings', fixture.made);
    },
  );
}

/** Its media type and its JSON, on whatever requests are to be refused. */
export function errors(id: OperationId): Requirement[] {
  const { must } = family(id, 'answer', '1');
  const onErrors = async (run: Run, expectation: Expectation) => {
    // Who answers 404 to every path says nothing of this one.
    const { exchanges } = await sample(run, id);
    if (exchanges.every(({ answer }) => !answer || [404, 405, 501].includes(answer.status)))
      return inconclusive(
        `nothing shows that this path is served: ${doing[id]} got ${exchanges.map(seen)[0] ?? 'no answer'}`,
        exchanges,
      );
    const sent = await refusals(run, id);
    const judge = new Judge(id, run);
    const errors = sent.filter(({ exchange: { answer } }) => answer && answer.status >= 400);
    for (const { exchange, before } of errors) judge.expect(exchange, expectation, exchange.purpose, before);
    if (errors.length > 0) return judge.outcome();
    const exchangesSent = sent.map(({ exchange }) => exchange);
    return inconclusive('no request that should be refused was answered with an error', exchangesSent);
  };
  return [
    must(
      'errors.media-type',
      `${doing[id]}: an error with a body has Content-Type application/json.`,
      (run) => onErrors(run, declaresJson),
    ),
    must('errors.json', `${doing[id]}: an error with a body is valid JSON.`, (run) => onErrors(run, isJson)),
  ];
}
