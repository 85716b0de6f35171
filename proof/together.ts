/** Several faults or variants in one server: which of them tell as much there as alone. */
import { createHash } from 'node:crypto';
import type { Fault } from '../reference-impl/index.js';

interface Named {
  readonly name: string;
}

/** In an order that a seed decides and that new members do not change. */
export function drawn<T extends Named>(all: readonly T[], seed: number): T[] {
  const keyOf = ({ name }: Named) => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  return [...all].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Whether neither breaks what the other aims at. */
export const areApart = (a: Fault, b: Fault): boolean =>
  !a.breaks.some((each) => b.aims.includes(each)) && !b.breaks.some((each) => a.aims.includes(each));

/** Dealt into as few hands of at most so many as there can be, by a seed. */
export function dealt<T extends Named>(all: readonly T[], most: number, seed: number): T[][] {
  const hands = Math.ceil(all.length / most);
  const order = drawn(all, seed);
  return Array.from({ length: hands }, (_, hand) => order.filter((_, at) => at % hands === hand));
}

/** Faults that are apart share a server, so many at most. */
export function sharing(faults: readonly Fault[], most: number): Fault[][] {
  const groups: Fault[][] = [];
  for (const fault of faults) {
    const fits = groups.find((group) => group.length < most && group.every((each) => areApart(each, fault)));
    if (fits) fits.push(fault);
    else groups.push([fault]);
  }
  return groups;
}
