/** An IOU instance may have a default in force that hides what is written to ram and nvram. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../harness/http/exchange.js';
import { type Modification, refuse } from '../../reference-impl/index.js';
import { type Driven, drive } from '../drive.js';
import { session } from '../reference-impl/client.js';

const judged = ['ram', 'nvram'].flatMap((name) => [`iou.update.echoes.${name}`, `iou.update.stores.${name}`]);
const only = /^iou\.update\.(echoes|stores)\.(ram|nvram)$/;
const verdicts = ({ verdicts }: Driven) => new Set(judged.map((id) => verdicts.get(id)?.verdict));

test('ram and nvram are judged, since the default is switched off beside them', async () => {
  const { url } = await session({ variants: ['default-iou-values'] });
  expect(verdicts(await drive(url, { only }))).toEqual(new Set(['passed']));
});

test('where an update does not switch it off, the remedy does so at creation, and helps', async () => {
  const keepsSwitch: Modification = {
    name: 'mine',
    operations: ['iou.update'],
    hooks: {
      act: (exchange, next) =>
        'use_default_iou_values' in (exchange.input as object)
          ? refuse(409, 'not while it exists')
          : next(exchange),
    },
  };
  const { url } = await session({ faults: [keepsSwitch], variants: ['default-iou-values'] });
  const before = await drive(url, { only });
  expect(verdicts(before)).toEqual(new Set(['not-exercised']));
  const { remedy = '' } = before.verdicts.get('iou.update.stores.ram') ?? {};
  const { rest } = JSON.parse(remedy.slice(remedy.indexOf('{'))) as { rest: { iou: JsonObject } };
  const after = await drive(url, { only, provision: { by: 'rest', bodies: rest } });
  expect(verdicts(after)).toEqual(new Set(['passed']));
});
