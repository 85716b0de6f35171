import { type Answer, refuse } from './answer.js';
import type { Exchange } from './exchange.js';
import * as base from './steps.js';

/** A step that may end the exchange with an answer, or let the next step go on. */
type Check = (exchange: Exchange) => Answer | undefined;
type Act = (exchange: Exchange) => Answer;
type Wire = (exchange: Exchange, answer: Answer) => void;

/**
 * Hooks around the steps of the pipeline, in the order in which they run. `next` is the step as it would
 * be without the hook; to call it, when, how often and with what is the hook's affair.
 * All but `wire` are synchronous: nothing comes between `locate` and `answer`, so no write is lost.
 */
export interface Hooks {
  /** From the path to `exchange.collection` and `exchange.entry`, or 404. */
  readonly locate?: (exchange: Exchange, next: Check) => Answer | undefined;
  /** From `exchange.bytes` to `exchange.input`, or 400, 413. */
  readonly decode?: (exchange: Exchange, next: Check) => Answer | undefined;
  /** Whether `exchange.input` is taken, or 400. */
  readonly validate?: (exchange: Exchange, next: Check) => Answer | undefined;
  /** The operation itself, on the store. */
  readonly act?: (exchange: Exchange, next: Act) => Answer;
  /** From the answer, refusals too, to another one. */
  readonly answer?: (exchange: Exchange, answer: Answer) => Answer;
  /** From the answer to bytes on `exchange.outgoing`, at once, later or never. */
  readonly wire?: (exchange: Exchange, answer: Answer, next: Wire) => void;
}

/** How a modification does what it does: with hooks, or with one function instead of the operation itself. */
export type How = Hooks | NonNullable<Hooks['act']>;

export const hooksOf = (how: How): Hooks => (typeof how === 'function' ? { act: how } : how);

/** A named change of how the server behaves: a fault breaks the document, a variant stays within it. */
export interface Modification {
  readonly name: string;
  /** Ids of the routes that are changed; absent means all, requests without a route among them. */
  readonly operations?: readonly string[];
  readonly hooks: Hooks;
}

/**
 * Looks names up in a catalogue and lets ready-made modifications pass.
 * @throws RangeError for a name that the catalogue does not have.
 */
export function find(
  catalogue: readonly Modification[],
  wanted: readonly (string | Modification)[] = [],
): readonly Modification[] {
  return wanted.map((one) => {
    const found = typeof one === 'string' ? catalogue.find(({ name }) => name === one) : one;
    if (!found)
      throw new RangeError(
        `There is no ${one}. The lists \`faults\` and \`variants\` of this package have all names.`,
      );
    return found;
  });
}

/**
 * Joins the steps of one route with the hooks that concern it, the last modification outermost.
 * A hook that throws is answered with 500, as servers do with their own mistakes.
 * A step that nobody hooks is the plain function, so a conforming server pays nothing.
 */
export function weave(routeId: string, modifications: readonly Modification[]): (exchange: Exchange) => void {
  const hooks = modifications
    .filter(({ operations }) => operations?.includes(routeId) ?? true)
    .map((modification) => modification.hooks);

  const layers = <Name extends keyof Hooks>(name: Name) => hooks.flatMap((hook) => hook[name] ?? []);

  const locate = around(base.locate, layers('locate'));
  const decode = around(base.decode, layers('decode'));
  const validate = around(base.validate, layers('validate'));
  const act = around(base.act, layers('act'));
  const wire = around(base.wire, layers('wire'));
  const changes = layers('answer');

  return (exchange) => {
    try {
      let answer = locate(exchange) ?? decode(exchange) ?? validate(exchange) ?? act(exchange);
      for (const change of changes) answer = change(exchange, answer);
      wire(exchange, answer);
    } catch (error) {
      base.wire(exchange, refuse(500, `${error}`));
    }
  };
}

type Layer<Args extends unknown[], Result> = (...args: [...Args, (...args: Args) => Result]) => Result;

function around<Args extends unknown[], Result>(
  step: (...args: Args) => Result,
  layers: readonly Layer<Args, Result>[],
): (...args: Args) => Result {
  return layers.reduce(
    (next, layer) =>
      (...args) =>
        layer(...args, next),
    step,
  );
}
