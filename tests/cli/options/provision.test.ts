import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { provisionSettings } from '../../../cli/options/plan.js';
import { folder } from '../command.js';

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';

function settings(provision: 'rest' | 'static', text?: string, rest = {}) {
  const cwd = folder();
  if (text !== undefined) writeFileSync(path.join(cwd, 'f'), text);
  const fixtures = text === undefined ? undefined : 'f';
  return provisionSettings({ provision, fixtures, debug: false }, { values: {}, rest }, cwd);
}

test('with rest, what the file names is taken from it', async () => {
  const vmware = [{ project_id: id, node_id: id }];
  const rest = { iou: { path: 'i86bi.bin' } };
  expect(await settings('rest', undefined, rest)).toEqual({ by: 'rest', bodies: rest });
  expect(await settings('rest', JSON.stringify({ vmware }), rest)).toEqual({
    by: 'rest',
    bodies: rest,
    file: { vmware },
  });
});

test('a file that cannot be used is an error, with rest as with static', async () => {
  for (const provision of ['rest', 'static'] as const) {
    await expect(settings(provision, '{"vmx": []}')).rejects.toMatchObject({
      code: 'bad-fixtures',
      message: expect.stringContaining('no kind of fixture "vmx"; the kinds are project, node,'),
    });
    await expect(settings(provision, '#!/bin/sh')).rejects.toMatchObject({
      code: 'bad-fixtures',
      message: expect.stringContaining('or say --provision command where it is a program'),
    });
  }
});
