/** How the answer to the deletion of a compute project is declared (section 4.4). */
import { headerIs, seen } from '../../harness/expect.js';
import { header } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, type Outcome } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { family } from '../define.js';
import { doing } from '../words.js';
import { contentOf, deletedWithContent } from './content.js';
import { deleted } from './deletion.js';

/** The head of the empty answer to deleting a compute project (section 4.4). */
export function deletionHead(): Requirement[] {
  const id = 'compute.projects.delete';
  const { must, should } = family(id, 'deletion');
  const onHead =
    (name: string, wanted: string, mandatory: boolean) =>
    async (run: Run): Promise<Outcome> => {
      const { deletion, before } = await deleted(run, id);
      if (deletion.answer?.status !== 204)
        return inconclusive(`the deletion got ${seen(deletion)}`, [deletion]);
      const judge = new Judge(id, run);
      const isRight = headerIs(name, wanted, mandatory);
      judge.expect(deletion, isRight, 'a plain request', before);
      if (run.fixtures.renews('cloud')) {
        const full = await deletedWithContent(run, id);
        if (full.deletion.answer?.status === 204)
          judge.expect(full.deletion, isRight, contentOf(id), full.before);
      }
      return judge.outcome();
    };
  const sentence = `${doing[id]}: `;
  return [
    must(
      'content-type',
      `${sentence}a Content-Type, where it is sent, is application/octet-stream.`,
      onHead('content-type', 'application/octet-stream', false),
    ),
    must(
      'content-length',
      `${sentence}a Content-Length, where it is sent, is 0.`,
      onHead('content-length', '0', false),
    ),
    should(
      'sends-content-type',
      `${sentence}the answer carries Content-Type application/octet-stream.`,
      onHead('content-type', 'application/octet-stream', true),
    ),
    family(id, 'observed').may(
      'observed.content-length',
      `${sentence}whether the answer carries a Content-Length, as section 4.4 shows and RFC 9110, 8.6 forbids.`,
      async (run) => {
        const { answer } = (await deleted(run, id)).deletion;
        const length = answer && header(answer, 'content-length');
        return {
          verdict: 'passed',
          observation: length === undefined ? 'none' : `Content-Length: ${length}`,
        };
      },
    ),
  ];
}
