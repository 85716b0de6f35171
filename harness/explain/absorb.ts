/** Takes causes that follow from another one to that one, with the requirements that fail because of them. */
import type { OperationId } from '../../schemas/index.js';
import { isHarm } from '../outcome.js';
import type { Level } from '../requirement.js';
import { type Cause, isDecidedBy, isFailing } from './cause.js';
import { follows } from './effects/consequences.js';
import { isEffect, isSourceOf, mayFollow } from './effects/index.js';
import { isPresent } from './effects/presence.js';
import { causeOfLost, type WhatBecame } from './gone/lost.js';
import { together } from './joins/together.js';
import type { Sightings } from './sighting.js';
import { isBuiltOn } from './special/whole-run.js';

/** Whether it fails whatever valid request is sent. */
const isAlwaysFailing = (cause: Cause) =>
  isFailing(cause) && cause.expected === 'valid' && cause.circumstance.length === 0;

/** A requirement that failed. */
export interface Failed {
  readonly id: string;
  readonly operation: OperationId;
  readonly level: Level;
}

/** A cause, with the requirements that fail because of it. */
export interface Node {
  readonly cause: Cause;
  readonly requirements: Set<string>;
  readonly consequences: Set<string>;
}

/** Removes causes that follow from another one. Of a cause in several operations, only some may be removed. */
export function absorbed(
  nodes: readonly Node[],
  byId: ReadonlyMap<string, Failed>,
  sightings: Sightings,
): Node[] {
  const failing = ({ cause, requirements }: Node) =>
    [...requirements]
      .flatMap((id) => byId.get(id) ?? [])
      .map(({ id, operation: of }) => ({
        operations: cause.operations.includes(of) ? [of] : [of, ...cause.operations],
        name: id.slice(of.length + 1),
      }));
  const broken = nodes.map(({ cause }) => cause).filter(isAlwaysFailing);
  // Of several requests that always fail, each may show a part of it.
  const isOfBroken = (effect: Cause, cause: Cause) =>
    broken.includes(cause) && isHarm(effect.outcome) && isDecidedBy(effect, ...broken);
  const goesWith = (effect: Node, cause: Node) => {
    if (isSourceOf(effect.cause, cause.cause)) return false;
    if (isEffect(effect.cause, cause.cause) || isBuiltOn(effect.cause, cause.cause)) return true;
    if (isOfBroken(effect.cause, cause.cause)) return true;
    // What was seen says more than the table.
    if (isEffect(cause.cause, effect.cause) || !mayFollow(effect.cause, cause.cause)) return false;
    const causes = failing(cause);
    const effects = failing(effect);
    // `answer.always` and `codes.always` fail with any wrong answer, so they say nothing about the cause.
    const own = effects.filter(({ name }) => !name.endsWith('.always'));
    const isFollowing = (own.length > 0 ? own : effects).every((one) =>
      causes.some((other) => follows(one, other)),
    );
    return isFollowing && isPresent(cause.cause, effect.cause);
  };
  const without = (all: readonly Node[], areOfOne: (a: Node, b: Node) => boolean = () => false): Node[] => {
    const left = [...all];
    const hosts = new Map<Node, Node>();
    for (const cause of all) {
      // What follows from an effect follows from its cause.
      const host = hosts.get(cause) ?? cause;
      for (const effect of [...left]) {
        if ([cause, host].includes(effect) || [cause, host].some((each) => areOfOne(effect, each))) continue;
        if (!goesWith(effect, cause)) continue;
        // When two follow from each other, the first stays.
        if (goesWith(cause, effect) && all.indexOf(effect) < all.indexOf(cause)) continue;
        left.splice(left.indexOf(effect), 1);
        for (const each of [effect, ...all.filter((one) => hosts.get(one) === effect)]) hosts.set(each, host);
        give(effect, host);
      }
    }
    return left;
  };
  const whole = without(nodes);
  const parts = new Map(
    whole.map((host) => {
      const each = partsOf(host.cause).map((cause) => nodeOf(cause, sightings));
      const stays = each.filter((part) => !whole.some((cause) => cause !== host && goesWith(part, cause)));
      if (stays.length === each.length) return [host, [host]];
      const own = new Set(each.flatMap(({ requirements }) => [...requirements]));
      const given = new Set([...host.requirements].filter((id) => !own.has(id)));
      const [main] = [...stays, ...each];
      if (main) give({ ...main, requirements: given }, main);
      return [host, each];
    }),
  );
  // The same mistake in several operations is that of each of them.
  const all = [...parts.values()];
  const left = without(all.flat(), (a, b) => all.some((some) => some.includes(a) && some.includes(b)));
  return whole.flatMap((host) => {
    const own = parts.get(host) ?? [];
    const [first, ...more] = own.filter((part) => left.includes(part));
    if (!first || first === host) return first ?? [];
    const mine = [first, ...more].map(({ cause }) => cause);
    const rest = more.length > 0 ? nodeOf(together(first.cause, mine), sightings) : first;
    for (const each of [first, ...more]) give(each, rest);
    return rest;
  });
}

/** What fails in projects that are gone, though nobody deleted them, is one finding. */
export function withoutLost(
  nodes: readonly Node[],
  sightings: Sightings,
  projects?: WhatBecame,
): readonly Node[] {
  const causes = nodes.map(({ cause }) => cause);
  const found = projects && causeOfLost(causes, projects);
  if (!found) return nodes;
  const known = nodes.find(({ cause }) => cause === found.cause);
  const node = known ?? nodeOf(found.cause, sightings);
  const isOfLost = (each: Node) => each !== node && found.of.includes(each.cause);
  for (const each of nodes.filter(isOfLost)) give(each, node);
  return [...(known ? [] : [node]), ...nodes.filter((each) => !isOfLost(each))];
}

/** Makes the requirements of an effect consequences of its cause. */
export function give({ requirements: from }: Node, { requirements, consequences }: Node): void {
  for (const id of from) {
    if (!requirements.has(id)) consequences.add(id);
    requirements.add(id);
  }
}

export const nodeOf = (cause: Cause, sightings: Sightings): Node => ({
  cause,
  requirements: new Set(cause.sightings.flatMap((each) => sightings.requirementsOf(each))),
  consequences: new Set(),
});

/** A cause of several operations, split into one cause for each. */
function partsOf(cause: Cause): Cause[] {
  if (cause.operations.length < 2) return [];
  return cause.operations.map((id) => {
    const own = cause.sightings.filter(({ operation }) => operation === id);
    return { ...cause, operations: [id], sightings: own, failed: own.length };
  });
}
