/**
 * What a target may decide itself, and stores nevertheless when it is sent: then it stores each value (sections 2.2,
 * 2.4 and 2.5). A target that works the field out shows a value of its own, which is none of those that were written.
 */
import { isDeepStrictEqual } from 'node:util';
import { succeeded } from '../../harness/expect.js';
import { notAscii } from '../../harness/explain/features/difference.js';
import type { Exchange, Json } from '../../harness/http/exchange.js';
import type { Judge } from '../../harness/judge.js';
import { isWordForNull } from '../../harness/model/model.js';
import { sameValue } from '../../harness/model/same-value.js';
import { notExercised, type Outcome, passed } from '../../harness/outcome.js';
import { shownInstead } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { type Field, isOwnedByServer, mainType } from '../../harness/values/fields.js';
import { isNullable } from '../../harness/values/shapes.js';
import { type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import { family } from '../define.js';
import { gerund, lower } from '../words.js';
import { shownIn } from './state.js';

/** Text and booleans; the file or folder that there is, and the order of states, are the target's affair. */
const isOfIt = ({ schema }: Field) =>
  !schema.enum && schema.format === undefined && ['string', 'boolean'].includes(mainType(schema) ?? '');

/** The values to write, one behind another. No folder is named: a server may make it. */
function valuesOf({ schema }: Field, now: Json | undefined): Json[] {
  const none = isNullable(schema) ? [null] : [];
  if (schema['x-hazard']) return none;
  if (mainType(schema) === 'boolean') return [now !== true, now === true];
  return ['conformance', ...(none.length > 0 ? none : ['Łódź 中'])];
}

export function ownValues(id: WriteId): Requirement[] {
  const { fields, creates } = writeOperations[id];
  const mine = fields.filter((field) => isOwnedByServer(field) && isOfIt(field));
  return (creates ? [] : mine)
    .filter((field) => valuesOf(field, undefined).length > 0)
    .map((field) =>
      family(id, 'state').should(
        `stores.${field.name}.each`,
        `If ${lower(gerund[id])} stores one value of ${field.name}, it stores every value of ${field.name} that it accepts.`,
        (run, judge) => eachStored(run, judge, id, field),
      ),
    );
}

/** Null for each field of the client that may be null. */
const nothing = (id: WriteId) =>
  Object.fromEntries(
    writeOperations[id].fields
      .filter((field) => isNullable(field.schema) && !isOwnedByServer(field))
      .map(({ name }) => [name, null]),
  );

/** Behind the first value that is not shown as it was written nothing more is sent: the target decides the field. */
const eachStored = (run: Run, judge: Judge, id: WriteId, field: Field): Promise<Outcome> =>
  run.with(writeOperations[id].kind, 'write', async (own) => {
    const { name } = field;
    const look = () => run.send(writeOperations[id].read, own, undefined, `read the ${name}`);
    const led: Exchange[] = [];
    let before = mainType(field.schema) === 'boolean' ? shownIn(await look(), name) : undefined;
    let isStored = false;
    for (const value of valuesOf(field, before)) {
      // A project without anything is read, too.
      const beside = value === null && field.schema['x-hazard'] ? nothing(id) : {};
      const json = { ...beside, [name]: value };
      const write = await run.send(id, own, { json }, `write a ${name}`);
      const reading = await look();
      const shown = shownIn(reading, name);
      led.push(write, reading);
      if (!succeeded(write) || shown === undefined) continue;
      const isAsSent = sameValue(name, shown, value);
      const isLeft = isStored && isDeepStrictEqual(shown, before);
      const isWord = value === null && isWordForNull(shown);
      if (!isAsSent && (isWord || isLeft || (isStored && isGarbled(value, shown)))) {
        const another = isLeft ? `a second value of ${name}` : `${name}${notAscii}`;
        const what = value === null ? `null for ${name}` : another;
        const miss = shownInstead(name, value, 'as it was sent', shown);
        const isAnswered = sameValue(name, shownIn(write, name) ?? null, value);
        judge.miss(miss, what, led, isLeft && !isAnswered ? 'ignored' : 'not stored', undefined, id);
      }
      if (!isAsSent) break;
      isStored ||= !isDeepStrictEqual(before, shown);
      before = shown;
    }
    return judge.outcome(
      isStored ? passed : notExercised(`nothing that was written to ${name} here was stored`),
    );
  });

/** Whether letters beyond ASCII are shown as it looks when they are taken for those of another encoding. */
function isGarbled(sent: Json, shown: Json): boolean {
  if (typeof sent !== 'string' || typeof shown !== 'string') return false;
  const letters = [/[^\0-\x7f]/gu, /[^\0-\xff]/gu];
  const instead = letters.flatMap((each) => ['?', '\ufffd', ''].map((one) => sent.replace(each, one)));
  return [...instead, Buffer.from(sent).toString('latin1')].includes(shown);
}
