/** Which families apply to an operation follows from what the document lists for it. */
import type { Requirement } from '../../harness/requirement.js';
import type { WriteId } from '../../harness/subjects.js';
import { type OperationId, operation } from '../../schemas/index.js';
import { addresses, oddIds } from './addresses.js';
import { aftermath } from './aftermath.js';
import { deletion } from './deletion.js';
import { generated } from './generated.js';
import { accepts, refusesInput } from './input.js';
import { openAnswer, openInput } from './observed.js';
import { sameMeaning } from './same-meaning.js';
import { inAnyOrder } from './sequences.js';
import { anySpelling } from './spelling.js';
import { readBack, safeReading, sameIds } from './state.js';
import { success } from './success.js';
import { unknownIds } from './unknown-ids.js';

/** What holds for every operation. */
export function basics(id: OperationId): Requirement[] {
  const { method, ids, answers, success: codes } = operation(id);
  const showsResource = codes.some((code) => answers[code]?.shape !== undefined) || id === 'projects.get';
  return [
    ...success(id),
    ...unknownIds(id),
    ...(showsResource ? sameIds(id) : []),
    ...(method === 'GET' ? safeReading(id) : []),
    ...(method === 'DELETE' ? deletion(id) : []),
    ...(ids.includes('node_id') ? addresses(id) : []),
    ...oddIds(id),
    ...openAnswer(id),
  ];
}

/** What holds for an operation with a documented body. */
export function writes(id: WriteId): Requirement[] {
  return [
    ...accepts(id),
    ...anySpelling(id),
    sameMeaning(id),
    ...refusesInput(id),
    ...generated(id),
    ...aftermath(id),
    ...readBack(id),
    ...inAnyOrder(id),
    ...openInput(id),
  ];
}
