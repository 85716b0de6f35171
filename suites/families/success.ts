/** What a successful answer is: its code, its body, its fields (sections 2 and 4). */
import { isListedEmpty, showsProject } from '../../harness/answers.js';
import {
  all,
  anyOf,
  declaresJson,
  type Expectation,
  hasBody,
  isJson,
  shaped,
  status,
  succeeded,
  symptomOf,
} from '../../harness/expect.js';
import { type Exchange, header, objectOf } from '../../harness/http/exchange.js';
import type { Judge } from '../../harness/judge.js';
import {
  bodyOnNoContent,
  inconclusive,
  mismatch,
  notExercised,
  nothingListed,
} from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { isEmptyList, isTurnedDown, type Sample, sample } from '../../harness/samples.js';
import { ruleOf } from '../../harness/values/invalid.js';
import { writeOperations } from '../../harness/values/write-operations.js';
import type { InstanceKind } from '../../harness/worlds/resource.js';
import {
  fieldsOf,
  type JsonSchema,
  type OperationId,
  operation,
  resolve,
  type ShapeName,
  shapes,
} from '../../schemas/index.js';
import { family, got, onFixture } from '../define.js';
import { gerund, nodeClause, noun } from '../words.js';
import { errors } from './errors.js';

const request = 'a plain request';

/** The operation succeeds, and its answer is what the document shows. */
export function success(id: OperationId): Requirement[] {
  const { success: codes, answers, listed, takesBody, fixture: kind } = operation(id);
  const { must } = family(id, 'success');
  const shown = codes.map((code) => answers[code]).find((answer) => answer && !answer.empty);
  const statement = `${gerund[id]} answers ${anyOf(codes)} when the ${noun[kind]} exists.`;
  const succeeds = must('succeeds', statement, async (run, judge) => {
    const { exchanges } = await sample(run, id);
    const first = exchanges.find((exchange) => !isTurnedDown(exchange)) ?? exchanges[0];
    if (first?.answer?.status === 409 && listed.includes(409))
      return inconclusive(`${gerund[id]} was only ever answered 409 Conflict`, exchanges);
    if (first) judge.expect(first, status(...codes), request);
  });
  return [
    succeeds,
    ...(codes.includes(204) ? [emptyAnswer(id)] : []),
    ...(shown ? jsonAnswer(id) : []),
    ...(shown?.shape ? fields(id, shown.shape, shown.list === true) : []),
    ...(listed.includes(404) || takesBody ? errors(id) : []),
  ];
}

/** Judges the answers that mean success, whatever their code. */
function judgeSample(
  judge: Judge,
  id: OperationId,
  { exchanges }: Sample,
  expectation: Expectation,
  before: readonly Exchange[] = [],
) {
  const good = exchanges.filter(succeeded);
  for (const exchange of good) judge.expect(exchange, expectation, request, before);
  return good.length > 0
    ? judge.outcome()
    : inconclusive(`${gerund[id]} did not succeed, so there is no answer to check`, exchanges);
}

function emptyAnswer(id: OperationId): Requirement {
  const statement = `${gerund[id]} answers 204 with an empty body.`;
  return family(id, 'success').must('answer.empty', statement, async (run, judge) => {
    const { exchanges, behindHead } = await sample(run, id);
    const first = exchanges[0];
    if (first?.answer?.status !== 204) {
      const isOther = operation(id).success.some((code) => code === first?.answer?.status);
      return isOther ? judge.outcome() : inconclusive(`${gerund[id]} did not answer 204`, exchanges);
    }
    const bytes = behindHead?.length ?? 0;
    const declared = Number(header(first.answer, 'content-length') ?? 0);
    if (bytes === 0 && !(declared > 0)) return judge.outcome();
    const expected = '204 with an empty body';
    const body = { in: 'body', pointer: '', message: 'must be empty' } as const;
    const length = { in: 'header', pointer: 'content-length', message: 'must be 0' } as const;
    if (bytes > 0)
      judge.miss(
        mismatch(expected, `${bytes} bytes behind the head`, body),
        request,
        [first],
        bodyOnNoContent,
      );
    else {
      const miss = mismatch(expected, `Content-Length: ${declared}`, length);
      judge.miss(miss, request, [first], symptomOf(miss, first));
    }
    return judge.outcome();
  });
}

function jsonAnswer(id: OperationId): Requirement[] {
  // A 200 or 201 that shows a resource has a body.
  const showsBody: Expectation = (exchange) => (isListedEmpty(id, exchange) ? undefined : hasBody(exchange));
  const row = (name: string, statement: string, expectation: Expectation) =>
    family(id, 'answer', '1').must(name, `${gerund[id]} answers with ${statement}.`, async (run, judge) =>
      judgeSample(judge, id, await sample(run, id), all(showsBody, expectation)),
    );
  return [
    row('answer.media-type', 'Content-Type application/json', declaresJson),
    row('answer.json', 'a body that is valid JSON in UTF-8', isJson),
  ];
}

function fields(id: OperationId, shape: ShapeName, list: boolean): Requirement[] {
  const { section } = operation(id);
  const { must } = family(id, 'answer', section);
  const required = new Set(shapes[shape].required ?? []);
  const judged = (field: string) => async (run: Run, judge: Judge) => {
    const isOfElement = list && field !== '';
    const taken = await sample(run, id);
    if (isOfElement && !taken.drawn.some(succeeded) && taken.exchanges.every(isEmptyList))
      return inconclusive('no drawing could be created, so none is listed', taken.drawn);
    const expectation: Expectation = (exchange) => {
      if (isListedEmpty(id, exchange)) return undefined;
      const miss = shaped(shape, { list, field })(exchange);
      return miss ?? (isOfElement ? notEmpty(exchange) : undefined);
    };
    // An empty list is wrong only behind what was created.
    const isEmpty = isOfElement && taken.exchanges.some(isEmptyList);
    return judgeSample(judge, id, taken, expectation, isEmpty ? taken.drawn : []);
  };
  const whole = `${gerund[id]} answers with ${list ? 'a JSON array' : 'a JSON object'}${nodeClause(id)}.`;
  return [
    must('answer.body', whole, judged('')),
    ...fieldsOf(shape).map(({ name, schema }) => {
      const where = list ? 'each element has' : 'the answer has';
      const duty = required.has(name) ? `${where} ${name}, and it is ` : `${name}, if present, is `;
      // What need not be there is not in an empty answer either.
      const only = required.has(name) ? nodeClause(id) : '';
      const sentence = `${gerund[id]}: ${duty}${ruleOf(schema)}${partsInWords(schema)}${only}.`;
      return must(`answer.${name}`, sentence, judged(name), shapes[shape]['x-section'] ?? section);
    }),
  ];
}

/** Each field may be left out (2.4, 2.5), but the same ones are used for reading and updating: not all of them. */
export function showsFields(kind: InstanceKind): Requirement {
  const [id, update] = [`${kind}.get`, `${kind}.update`] as const;
  const names = [...writeOperations[update].shown];
  const isTelling = (exchange: Exchange) =>
    names.some((name) => Object.hasOwn(objectOf(exchange) ?? {}, name));
  const statement = `${gerund[id]} shows a field that the document names, if updating it answers with one.`;
  return family(id, 'answer').should('shows-fields', statement, async (run, judge) => {
    const [read] = (await sample(run, id)).exchanges;
    const written = (await sample(run, update)).exchanges.find(succeeded);
    if (!read || !succeeded(read)) return got(id, read);
    if (!written || !isTelling(written)) return notExercised('an update answers with none either');
    const miss = mismatch('a field that the document names', 'none', {
      in: 'body',
      pointer: '',
      message: 'must have a field that the document names',
    });
    if (!isTelling(read)) judge.miss(miss, request, [written, read], 'no documented fields');
    return judge.outcome();
  });
}

/** The body of getting a project is not shown; where it is a project, the types of its fields should fit (2.2, 4.3). */
export function projectFields(): Requirement[] {
  const id = 'projects.get';
  return fieldsOf('project').map(({ name: field }) => {
    const statement = `Getting a project: ${field}, if present, has the type given in the Project table.`;
    return family(id, 'answer', '2.2').should(`answer.${field}`, statement, async (run, judge) => {
      const taken = await sample(run, id);
      const shown = taken.exchanges.filter(succeeded);
      if (shown.length > 0 && !shown.every(showsProject))
        return notExercised('the response is not a project: it has no project_id');
      if (shown.length > 0 && !shown.some((each) => Object.hasOwn(objectOf(each) ?? {}, field)))
        return notExercised('the response does not have this field');
      return judgeSample(judge, id, taken, shaped('project', { field }));
    });
  });
}

const mustNotBeEmpty = { in: 'body', pointer: '', message: nothingListed } as const;

/** Listing what was just created must show it: an empty list would let every field pass unseen. */
const notEmpty: Expectation = (exchange) =>
  isEmptyList(exchange)
    ? mismatch('the drawings that were created', 'an empty array', mustNotBeEmpty)
    : undefined;

/** The fields of a table within a table, which are judged with the field that holds them. */
function partsInWords(schema: JsonSchema): string {
  const names = Object.keys(resolve(schema.items ?? schema).properties ?? {});
  const whose = schema.items ? 'of objects whose' : 'whose';
  return names.length > 0 ? ` ${whose} ${names.join(', ')}, where present, have their documented types` : '';
}

/** A project that has no drawings still has a list of them. */
export function emptyList(): Requirement {
  const id = 'drawings.list';
  const proper = all(status(200), declaresJson, isJson, shaped('drawing-answer', { list: true }));
  return onFixture(id, 'success', 'read').must(
    'without-drawings',
    'Listing the drawings of a new project answers 200 with a JSON array.',
    async (run, judge, fixture) => {
      const list = await run.send(id, fixture, undefined, 'list');
      judge.expect(list, proper, 'a project without drawings');
    },
  );
}
