/** What a server keeps of a long body is shown by the resource that it was sent to, and by no other. */
import { expect, test } from 'vitest';
import { drive } from '../../drive.js';
import { session } from '../../reference-impl/client.js';

const long = 250_000;

test('a resource that shows a long field is not used again', async () => {
  const { url } = await session({ variants: ['unknown-fields-kept'] });
  const { exchanges } = await drive(url, { only: /^(iou|cloud)\.update\./ });
  const isLong = ({ answer }: (typeof exchanges)[number]) =>
    (answer?.wholeLength ?? answer?.body.length ?? 0) > long;
  const places = exchanges.filter(isLong).map(({ request }) => request.path);
  expect(places.length).toBeGreaterThan(0);
  for (const place of new Set(places))
    expect(places.filter((each) => each === place).length).toBeLessThan(10);
});
