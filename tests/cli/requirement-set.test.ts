import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newestSet, requirementSets } from '../../cli/requirement-set.js';
import { statements } from '../../cli/statements.js';
import { requirements } from '../../suites/index.js';
import { call, reportIn } from './command.js';

interface Frozen {
  readonly set: string;
  readonly requirements: readonly { readonly id: string; readonly level: string }[];
}

const folder = new URL('../../requirements/', import.meta.url);
const frozen = (set: string) => JSON.parse(readFileSync(new URL(`v${set}.json`, folder), 'utf8')) as Frozen;
const levels = new Map(requirements.map(({ id, level }) => [id, level]));

test('the sets that can be asked for are those that are there', () => {
  expect(readdirSync(folder).sort()).toEqual(requirementSets.map((set) => `v${set}.json`).sort());
});

test.for([...requirementSets])('no requirement of set %s has disappeared or changed its level', (set) => {
  for (const { id, level } of frozen(set).requirements) expect([id, levels.get(id)]).toEqual([id, level]);
});

test('a new requirement needs a new set: node scripts/freeze.mjs N', () => {
  expect(frozen(newestSet).requirements.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
});

test('a run judges by the set that is asked for', async () => {
  const only = ['--only', 'iou.get.succeeds', '--reporter', 'json'];
  const ended = await call(['--requirement-set', newestSet, ...only]);
  expect(ended.code).toBe(0);
  expect(reportIn(ended).tool.requirementSet).toBe(newestSet);
});

test('the statements in the build are those of the suite: npm run build', () => {
  expect(statements).toEqual(requirements.map(({ check: _, ...statement }) => statement));
});
