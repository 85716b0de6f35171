/** Judges one write and its aftermath: a pure function of the exchanges. */
import { operation } from '../schemas/index.js';
import { type Exchange, isObject, type JsonObject, objectOf } from './exchange.js';
import {
  all,
  declaresJson,
  type Expectation,
  isJson,
  outcomeOf,
  properAnswer,
  seen,
  status,
  succeeded,
  symptomOf,
} from './expect.js';
import type { Miss } from './outcome.js';
import { changed, comparable, differs, fieldOf, listedOnce, readBack, untouched } from './read-back.js';
import type { State, Subject } from './subjects.js';

/** What can be wrong about a write. Each aspect is a requirement of its own. */
export type Aspect =
  | 'code'
  | 'answer'
  | 'error'
  | 'readable'
  | 'unchanged'
  | 'writable'
  | 'echo'
  | 'stored'
  | 'kept';

/** `refused`: the input breaks a stated rule; `answered`: any listed code will do; `accepted`: it must succeed. */
export type Duty = 'refused' | 'answered' | 'accepted';

/** A miss with the exchanges that show it, without those that made the fixture. */
export interface Hit {
  readonly aspect: Aspect;
  readonly miss: Miss;
  readonly outcome: string;
  readonly exchanges: readonly Exchange[];
}

/** What a write and its aftermath showed. */
export interface Judged {
  readonly hits: readonly Hit[];
  /** What could be looked at; an aspect that is not among these neither passed nor failed. */
  readonly judged: ReadonlySet<Aspect>;
  /** Fields whose value the answer, or a later reading, showed (whether right or wrong). */
  readonly echoed: ReadonlySet<string>;
  readonly shown: ReadonlySet<string>;
}

/** Codes that keep the duty. A 404 does not: the resource exists. */
export function codesFor(subject: Subject, duty: Duty): readonly number[] {
  const { success, listed } = operation(subject.id);
  if (duty === 'refused') return [400];
  if (duty === 'accepted') return [...success, ...listed.filter((code) => code === 409)];
  return listed.filter((code) => code !== 404);
}

/** A write with what is known around it. Without its aftermath only the answer is judged. */
export interface Written {
  readonly subject: Subject;
  readonly duty: Duty;
  /** Fields that are known not to be stored. */
  readonly unstored: ReadonlySet<string>;
  readonly write: Exchange;
  /** The body, when it was a JSON object. */
  readonly sent?: JsonObject;
  readonly before?: State;
  readonly read?: Exchange;
  /** What the reading shows. */
  readonly after?: State;
  readonly rewrite?: Exchange;
  /** Expectations that held before the write; what did not work then is not its fault. */
  readonly readable?: Expectation;
  readonly writable?: Expectation;
}

export function judgeWrite(written: Written): Judged {
  const { subject, duty, write, read, rewrite } = written;
  const hits: Hit[] = [];
  const judged = new Set<Aspect>();
  const note: Note = (aspect, miss, outcome, ...exchanges) => {
    judged.add(aspect);
    if (!miss) return;
    // Which field a refusal has let through depends on the body; it is one symptom all the same.
    const field = aspect === 'unchanged' ? '' : fieldOf(miss, subject);
    hits.push({ aspect, miss, outcome: outcome + field, exchanges });
  };
  note('code', status(...codesFor(subject, duty))(write), outcomeOf(write), write);
  const accepted = succeeded(write);
  const bad = accepted ? properAnswer(operation(subject.id))(write) : all(declaresJson, isJson)(write);
  if (write.answer) note(accepted ? 'answer' : 'error', bad, bad ? symptomOf(bad, write) : '', write);
  const fields = { echoed: new Set<string>(), shown: new Set<string>() };
  if (accepted) judgeTaken(written, note, fields);
  if (!read || !rewrite) return { hits, judged, ...fields };
  const unreadable = written.readable?.(read);
  if (written.readable)
    note('readable', unreadable, `afterwards ${subject.read}: ${unreadable?.seen}`, write, read);
  const unwritable = written.writable?.(rewrite);
  if (written.writable)
    note('writable', unwritable, `afterwards ${subject.id}: ${seen(rewrite)}`, write, rewrite);
  const { before, after } = written;
  if (!accepted && write.answer && before && after)
    note(
      'unchanged',
      changed(before, after, comparable(subject, before, after)),
      'changed although refused',
      write,
      read,
    );
  return { hits, judged, ...fields };
}

type Note = (aspect: Aspect, miss: Miss | undefined, outcome: string, ...exchanges: Exchange[]) => void;

/** What was written is shown by the answer and by the reading after it, and nothing else has changed. */
function judgeTaken(
  { subject, sent, before = {}, after, unstored, write, read }: Written,
  note: Note,
  { echoed, shown }: { echoed: Set<string>; shown: Set<string> },
): void {
  if (!sent) return;
  const answer = objectOf(write);
  const wanted = readBack(subject, sent, before, unstored);
  note('echo', differs(wanted, before, answer, echoed, 'the answer'), 'not echoed', write);
  if (!read || !after) return;
  const stored = subject.creates ? after[String(answer?.drawing_id).toLowerCase()] : after;
  const unlisted = subject.creates ? listedOnce(read, answer) : undefined;
  const place = `a later ${subject.read}`;
  const lost = unlisted ?? differs(wanted, before, isObject(stored) ? stored : undefined, shown, place);
  note('stored', lost, unlisted ? unlisted.seen : 'not stored', write, read);
  const others = subject.creates
    ? []
    : untouched(subject, sent, before).filter((name) => Object.hasOwn(before, name));
  if (others.length > 0) note('kept', changed(before, after, others), 'other fields changed', write, read);
}
