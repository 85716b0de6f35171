import type { Exchange, JsonObject } from '../../harness/http/exchange.js';
import type { Ids } from '../../harness/http/request.js';
import type { Run } from '../../harness/run.js';
import { sampleDrawing } from '../../harness/values/write-operations.js';

/** Creates a drawing like that of the document, but for some fields (4.1). */
export const draw = (run: Run, project: Ids, purpose: string, fields: JsonObject = {}): Promise<Exchange> =>
  run.send('drawings.create', project, { json: { ...sampleDrawing, ...fields } }, purpose);
