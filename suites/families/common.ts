/** Which families apply to an operation follows from what the document lists for it. */
import type { Requirement } from '../../harness/requirement.js';
import { type WriteId, writeOperation } from '../../harness/values/write-operations.js';
import { type OperationId, operation } from '../../schemas/index.js';
import { accepts, ownedFields } from '../writes/accepts.js';
import { aftermath } from '../writes/aftermath.js';
import { generated, inAnyOrder } from '../writes/generated.js';
import { readBack } from '../writes/read-back.js';
import { refuses } from '../writes/refuses.js';
import { asRequirements } from '../writes/requirement.js';
import { spelling } from '../writes/spelling.js';
import { addresses } from './addresses.js';
import { always, codesAlways, idsAlways } from './always.js';
import { deletion } from './deletion.js';
import { noBody, readings, strayBody } from './http.js';
import { isDeletion } from './namesakes.js';
import { openAnswer, openInput, unknownField } from './observed.js';
import { oddIds } from './odd-ids.js';
import { ownValues } from './own-values.js';
import { safeReading, sameIds } from './state.js';
import { success } from './success.js';
import { createsNoProject, unknownIds } from './unknown-ids.js';

/** What holds for every operation. */
export function basics(id: OperationId): Requirement[] {
  const { method, ids, answers, success: codes } = operation(id);
  const showsResource = codes.some((code) => answers[code]?.shape !== undefined) || id === 'projects.get';
  return [
    ...success(id),
    ...(showsResource && !writeOperation(id) ? [always(id)] : []),
    // Nodes that do not start here are passed over, whatever code says so.
    ...(id === 'nodes.start' ? [] : [codesAlways(id)]),
    ...strayBody(id),
    ...readings(id),
    ...unknownIds(id),
    ...createsNoProject(id),
    ...(showsResource ? [...sameIds(id), idsAlways(id)] : []),
    ...(method === 'GET' ? [safeReading(id)] : []),
    ...(isDeletion(id) ? deletion(id) : []),
    ...(ids.includes('node_id') ? addresses(id) : []),
    ...oddIds(id),
    ...openAnswer(id),
  ];
}

/** What holds for an operation with a documented body. */
export function writes(id: WriteId): Requirement[] {
  return [
    ...asRequirements(id, [
      ...accepts(id),
      ...spelling(id),
      ...refuses(id),
      ...generated(id),
      ...aftermath(id),
      ...readBack(id),
      inAnyOrder(id),
    ]),
    noBody(id),
    ...openInput(id),
    ...ownValues(id),
    ...asRequirements(id, [ownedFields(id), unknownField(id)]),
  ];
}
