/** The same JSON, spelled otherwise; and members of which the document says nothing (sections 1 and 4). */
import { all, type Expectation, named, properAnswer, seen, status, succeeded } from '../../harness/expect.js';
import { Judge } from '../../harness/judge.js';
import { codesFor } from '../../harness/judge-write.js';
import { inconclusive, type Outcome } from '../../harness/outcome.js';
import { ownedFields } from '../../harness/read-back.js';
import type { Payload } from '../../harness/request.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { typesOf } from '../../harness/shapes.js';
import { type Subject, subjects, type WriteId } from '../../harness/subjects.js';
import type { Field } from '../../harness/values/fields.js';
import { adding } from '../../harness/values/malformed.js';
import { operation } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing } from '../words.js';

type Spelling = readonly [label: string, spell: (text: string) => string, contentType?: string];

/** Other texts of the same JSON. */
export const spellings: readonly Spelling[] = [
  ['white space around the body', (text) => `\r\n\t ${text} \n`],
  ['a body over several lines', (text) => JSON.stringify(JSON.parse(text), null, 2)],
  ['escaped letters', (text) => text.replace(/[a-z]/, escaped)],
];

/** The same text, declared otherwise. */
export const typed: readonly Spelling[] = [
  ['a media type with charset', (text) => text, 'application/json; charset=utf-8'],
];

const escaped = (letter: string) => `\\u00${letter.charCodeAt(0).toString(16)}`;

const unknown: readonly Spelling[] = [
  ['a field that the document does not name', adding('"conformance_unknown": 1')],
  ['a field without a name', adding('"": 1')],
  ['a field named __proto__', adding('"__proto__": {"conformance": 1}')],
  ['a field named constructor', adding('"constructor": null')],
  ['a field with many levels', adding(`"conformance_unknown": ${'['.repeat(60)}${']'.repeat(60)}`)],
];

export const payloadOf = ([, spell, contentType]: Spelling, text: string): Payload => ({
  raw: spell(text),
  ...(contentType !== undefined && { contentType }),
});

export function anySpelling(id: WriteId): Requirement[] {
  const subject = subjects[id];
  const accepts = family(id, 'accepts', '1');
  const edges = codesFor(subject, 'answered');
  const rows = [
    accepts(
      'must',
      'accepts.any-spelling',
      `${doing[id]} takes the same JSON with other white space and with escapes.`,
      (run) => spelled(run, subject, spellings, status(...codesFor(subject, 'accepted'))),
    ),
    accepts(
      'should',
      'accepts.charset',
      `${doing[id]} takes JSON that is declared as application/json; charset=utf-8.`,
      (run) => spelled(run, subject, typed, status(...codesFor(subject, 'accepted'))),
    ),
    accepts(
      'should',
      'answers-unknown-fields',
      `${doing[id]} with fields that the document does not name answers one of ${edges.map(named).join(', ')}.`,
      (run) => spelled(run, subject, unknown, status(...edges)),
    ),
  ];
  const number = wholeNumber(subject);
  if (number === undefined) return rows;
  const { name, schema } = number;
  const digits = ['1.0', '1E0', '10e-1', '-0', ...(schema['x-hazard'] ? [] : ['1e400'])];
  const notations = digits.map(
    (each): Spelling => [`${name} written as ${each}`, () => `{"${name}": ${each}}`],
  );
  return [
    ...rows,
    accepts(
      'must',
      'answers-notations',
      `${doing[id]} with a whole number in another notation of JSON answers one of ${edges.map(named).join(', ')}.`,
      (run) => spelled(run, subject, notations, all(status(...edges), properIfTaken(id))),
    ),
  ];
}

/** What is too large to hold is not to be shown as what no whole number is. */
const properIfTaken = (id: WriteId): Expectation => {
  const proper = properAnswer(operation(id));
  return (exchange) => (succeeded(exchange) ? proper(exchange) : undefined);
};

/** The first field that is a number and the client's. */
function wholeNumber(subject: Subject): Field | undefined {
  const owned = ownedFields(subject);
  return subject.fields.find(({ name, schema }) => typesOf(schema).includes('integer') && !owned.has(name));
}

/** Each spelling after the plain one was taken; a fixture that a failure may have spoiled is not used again. */
async function spelled(
  run: Run,
  { id, fixture: kind }: Subject,
  spellings: readonly Spelling[],
  expectation: Expectation,
): Promise<Outcome> {
  const judge = new Judge(id);
  const rest = [...spellings];
  while (rest.length > 0) {
    const twin = await run.with(kind, 'write', async (fixture) => {
      const payload = plainPayload(id, fixture);
      const plain = await run.send(id, fixture, payload, 'the valid twin');
      if (!succeeded(plain) || !payload || !('json' in payload)) return plain;
      const text = JSON.stringify(payload.json);
      for (let next = rest.shift(); next; next = rest.shift()) {
        const [label] = next;
        const exchange = await run.send(id, fixture, payloadOf(next, text), label);
        if (!judge.expect(exchange, expectation, label, fixture.made)) return undefined;
      }
      return undefined;
    });
    if (twin) return judge.outcome(inconclusive(`the valid twin got ${seen(twin)}`, [twin]));
  }
  return judge.outcome();
}
