/** Plays units written by hand in a world that is a function of what was written to it. */
import { bodyOf, type Case, type Unit } from '../../../harness/plan/case.js';
import { type Order, type Played, told } from '../../../harness/play/again.js';
import { Confirmations, playUntilClear } from '../../../harness/play/until-clear.js';
import type { Observation, Rule } from '../../../harness/rules/observation.js';
import { answered, caseOf } from '../by-hand.js';

/** What goes wrong with a unit: a rule, and for rules about one answer the case. */
export type Wrong = { readonly rule: Rule; readonly case?: Case; readonly status?: number };
export type Target = (unit: Unit, before: readonly Unit[]) => readonly Wrong[];

export function observed(unit: Unit, wrong: readonly Wrong[]): Observation[] {
  const answers = unit.cases.map((each): Observation => {
    const own = wrong.find((one) => one.rule === 'code' && one.case === each);
    const status = own?.status ?? (own ? 500 : each.duty === 'refused' ? 400 : 200);
    const result = own && status !== 400 ? 'broken' : 'kept';
    return { rule: 'code', case: each, result, outcome: `status ${status}`, exchanges: [answered(status)] };
  });
  const others = wrong
    .filter(({ rule }) => rule !== 'code')
    .map((one): Observation => {
      const suspect = one.case ?? (unit.cases.at(-1) as Case);
      return { rule: one.rule, case: suspect, result: 'broken', outcome: 'is wrong', exchanges: [] };
    });
  return [...answers, ...others];
}

/** Plays all units in one world, and again what has to be, as a player does. */
export async function play(target: Target, units: readonly Unit[], confirmations = new Confirmations()) {
  const log: string[] = [];
  const wave = async (orders: readonly Order[]): Promise<Played[]> => {
    const world: Unit[] = [];
    return orders.map(({ unit, alone }): Played => {
      log.push(`${alone ? 'alone ' : ''}${inWords(unit)}`);
      const before = alone ? [] : [...world];
      if (!alone) world.push(unit);
      return { unit, observations: observed(unit, target(unit, before)), alone, before, history: [] };
    });
  };
  const orders = units.map((unit) => ({ unit, alone: false }));
  const played = await playUntilClear(orders, wave, confirmations, true);
  const all = played.flatMap((each) => (each ? told(each) : []));
  const broken = all.flatMap((each) =>
    each.observations
      .filter(({ result }) => result === 'broken')
      .map(({ rule, case: suspect, inCompany }) => {
        const where = inCompany ? ' in company' : '';
        return `${rule} ${inWords({ cases: [suspect] })}${where}`;
      }),
  );
  return { log, broken, all };
}

export const inWords = ({ cases }: Unit) => cases.map((each) => Object.keys(bodyOf(each)).join('')).join(' ');

export const refusal = (name: string) => caseOf('invalid', { [name]: 7 }, 'refused');
export const [a, b, c, d, e] = [...'abcde'].map(refusal) as [Case, Case, Case, Case, Case];
export const row: Unit = { cases: [a, b, c, d, e] };
export const pack: Unit = { cases: [caseOf('edge', { a: 1, b: 1, c: 1, d: 1 })] };
export const tries = (unit: Unit, name: string) => unit.cases.some((each) => name in bodyOf(each));
