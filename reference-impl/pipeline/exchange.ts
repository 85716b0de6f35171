import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Input } from '../inputs.js';
import type { KindName } from '../kinds.js';
import type { Collection, Entry, Store } from '../store.js';
import type { Answer } from './answer.js';

/** One method on one path, and what is done there. */
export interface Route {
  /** The operation's id where the document has the operation: `iou.update`. */
  readonly id: string;
  readonly method: string;
  /** Template with `{project_id}` and `{node_id}`. */
  readonly path: string;
  /** Kind of resource that the route is about; a route without one is about the server. */
  readonly kind?: KindName;
  /** The path names one resource of the kind, not their collection. */
  readonly item?: boolean;
  /** Absent: whatever body a request has is left unread. */
  readonly input?: Input;
  readonly act: (exchange: Exchange) => Answer;
}

/** One request on its way through the pipeline. */
export class Exchange {
  /** The request body; undefined when the route takes none, and when it was over the limit. */
  bytes: Buffer | undefined = undefined;
  /** The same in the pieces in which it came. */
  pieces: readonly Buffer[] | undefined = undefined;
  /** The request body as JSON, from `decode` on. An object from `validate` on. */
  input: unknown = undefined;
  /** Where resources of the route's kind live in this project. Set by `locate`. */
  declare collection: Collection;
  /** The resource that the path names. Set by `locate` where the route is about one. */
  declare entry: Entry;

  /**
   * @param path of the request, without the query
   * @param projectId identifier of the path, percent-decoded, as is `nodeId`
   */
  constructor(
    readonly route: Route,
    readonly store: Store,
    readonly incoming: IncomingMessage,
    readonly outgoing: ServerResponse,
    readonly path: string,
    readonly projectId?: string,
    readonly nodeId?: string,
  ) {}

  /** Id of the resource that the path names last. */
  get id(): string {
    return this.nodeId ?? this.projectId ?? '';
  }
}
