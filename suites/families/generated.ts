/** Generated input: what hand-picked examples miss. */
import type fc from 'fast-check';
import { broken, malformedBodies, odd, plain, wide } from '../../harness/arbitraries.js';
import { type Campaign, campaign } from '../../harness/campaign.js';
import type { Case } from '../../harness/failures.js';
import type { Aspect, Duty } from '../../harness/judge-write.js';
import { type Knowledge, knowledge } from '../../harness/knowledge.js';
import { failedOr, inconclusive, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { type Subject, subjects, type WriteId } from '../../harness/subjects.js';
import { family } from '../define.js';
import { doing } from '../words.js';

interface Domain {
  readonly duty: Duty;
  readonly arbitrary: (
    known: Knowledge,
    subject: Subject,
    hazards: boolean,
  ) => fc.Arbitrary<Case> | undefined;
}

const domains = {
  plain: {
    duty: 'accepted',
    arbitrary: ({ pool }) => (pool.size > 0 ? plain(pool) : undefined),
  },
  wide: {
    duty: 'answered',
    arbitrary: ({ sound, edges }, _subject, hazards) =>
      sound.length > 0 ? wide(sound, edges, hazards) : undefined,
  },
  broken: {
    duty: 'refused',
    arbitrary: ({ guarded, pool }, subject) =>
      guarded.length > 0 ? broken(subject, pool, guarded) : undefined,
  },
  malformed: { duty: 'refused', arbitrary: ({ pool }) => malformedBodies(pool) },
  odd: { duty: 'answered', arbitrary: ({ sound, pool }) => odd(sound, pool) },
} as const satisfies Record<string, Domain>;

export type DomainName = keyof typeof domains;
export const domainNames = Object.keys(domains) as DomainName[];

/** The batch of one domain, sent once; undefined when single-field checks left nothing to generate from. */
export function batch(run: Run, id: WriteId, name: DomainName): Promise<Campaign | undefined> {
  return run.once(`${id} generated ${name}`, async () => {
    const subject = subjects[id];
    const known = await knowledge(run, subject);
    const domain: Domain = domains[name];
    const arbitrary = domain.arbitrary(known, subject, run.hazards);
    if (!arbitrary) return undefined;
    return campaign(run, {
      name: `${id} ${name}`,
      subject,
      duty: domain.duty,
      arbitrary,
      unstored: known.unstored,
    });
  });
}

export function generated(id: WriteId): Requirement[] {
  const row = family(id, 'generated');
  const about =
    (batches: readonly DomainName[], ...aspects: Aspect[]) =>
    async (run: Run): Promise<Outcome> => {
      const sent = (await Promise.all(batches.map((name) => batch(run, id, name)))).filter((each) => !!each);
      if (sent.length === 0)
        return inconclusive('no field passed the single-field checks, so nothing was left to generate from');
      const found = sent.flatMap(({ failures }) => aspects.flatMap((aspect) => failures.get(aspect) ?? []));
      const looked = sent.some(({ judged }) => aspects.some((aspect) => judged.has(aspect)));
      return failedOr(found, looked ? passed : notExercised('the answers show none of the fields sent'));
    };
  /** A refusal counts only when the valid twin, a plain write, was taken. */
  const refusing = (name: DomainName) => async (run: Run) => {
    const outcome = await about([name], 'code')(run);
    if (outcome.verdict === 'failed') return outcome;
    const { takes } = await knowledge(run, subjects[id]);
    return takes
      ? outcome
      : inconclusive('every plain write was refused, so a refusal says nothing about what was wrong');
  };
  return [
    row(
      'should',
      'generated.plain',
      `${doing[id]} with any combination of values that are taken alone succeeds.`,
      about(['plain'], 'code'),
    ),
    row(
      'should',
      'generated.read-back',
      `${doing[id]} with several fields answers with the values sent, and a later reading shows them.`,
      about(['plain', 'wide'], 'echo', 'stored', 'kept'),
    ),
    row(
      'must',
      'generated.wide',
      `${doing[id]} with any input that the document allows answers a listed code.`,
      about(['wide'], 'code'),
    ),
    row(
      'must',
      'generated.broken',
      `${doing[id]} with input that breaks one stated rule anywhere answers 400.`,
      refusing('broken'),
    ),
    row(
      'must',
      'generated.malformed',
      `${doing[id]} with any body that is not valid JSON answers 400.`,
      refusing('malformed'),
    ),
    row(
      'should',
      'generated.odd-text',
      `${doing[id]} with NUL characters or lone surrogates in text answers a listed code.`,
      about(['odd'], 'code'),
    ),
  ];
}
