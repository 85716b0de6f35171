import { describe, expect, test } from 'vitest';
import { Redactor } from '../../../harness/evidence/redact.js';
import { EvidenceWriter } from '../../../harness/evidence/writer.js';
import type { Exchange, Headers } from '../../../harness/http/exchange.js';
import { answerOf, exchangeOf, failureOf } from '../by-hand.js';

const secret: Headers = [['Authorization', 'Bearer s3cret-token']];
const writerOf = (given: Headers = []) => new EvidenceWriter('http://host:3080', given, new Redactor(given));

const exchange = (body: string | Buffer, headers: Headers = [], sent?: string) =>
  exchangeOf({ path: '/v2/x', ...(sent !== undefined && { body: sent }) }, answerOf(500, body, headers));

function failure(exchanges: readonly Exchange[], words = 'words') {
  const symptom = { operation: 'x', input: words, outcome: words };
  const violation = { in: 'body', pointer: words, message: words } as const;
  const violations = Array.from({ length: 100 }, () => violation);
  return failureOf(exchanges, { expected: words, seen: words, symptom, violations });
}

describe('evidence is bounded', () => {
  test('bodies are cut at 16 KiB, with their whole length', () => {
    const { answer } = writerOf().exchange(exchange('x'.repeat(100_000)));
    expect(answer?.body).toMatchObject({ bytes: 100_000, truncated: true });
    expect(answer?.body?.text).toHaveLength(16 * 1024);
  });

  test('a cut leaves no half of a character', () => {
    const { answer } = writerOf().exchange(exchange(`a${'😀'.repeat(20_000)}`));
    expect(answer?.body?.text).toMatch(/^a(?:😀)+$/u);
  });

  test('many long failures: all are told, the deciding exchange first, and that there was more', () => {
    const writer = writerOf();
    const headers = Array.from({ length: 5000 }, (_, i): [string, string] => [`h${i}`, 'v'.repeat(3000)]);
    const long = exchange('b'.repeat(200_000), headers, 's'.repeat(10_000));
    const size = Array.from({ length: 1500 }, (_, i) => {
      const evidence = writer.evidence(
        failure(
          Array.from({ length: 60 }, () => long),
          'w'.repeat(50_000),
        ),
      );
      expect(evidence.exchanges[evidence.deciding]).toBeDefined();
      if (i === 0) expect(evidence.exchanges).toHaveLength(8);
      return JSON.stringify(evidence).length;
    });
    const total = size.reduce((sum, each) => sum + each, 0);
    expect(Math.max(...size)).toBeLessThan(150_000);
    expect(total).toBeLessThan(40_000_000);
    expect(size.at(-1)).toBeLessThan(12_500);
    expect(writer.cut).toBe(true);
  });

  test('the deciding exchange keeps its body when there is room for one only', () => {
    const writer = writerOf();
    const evidence = writer.evidence(failure(Array.from({ length: 8 }, () => exchange('b'.repeat(16_000)))));
    // It is one failure that is long, not all together.
    expect(writer.cut).toBe(false);
    expect(evidence.exchanges[7]?.answer?.body?.text).toHaveLength(16_000);
    expect(evidence.exchanges[0]?.answer?.body?.text?.length).toBeLessThan(1000);
  });

  test('a command line is whole or left out', () => {
    expect(writerOf().exchange(exchange('', [], 'x'.repeat(70_000))).curl).toMatch(/^# left out/);
    expect(writerOf().exchange(exchange('', [], '{"a":1}')).curl).toContain(`--data-raw '{"a":1}'`);
  });
});

describe('secrets', () => {
  test.each([
    ['a body', exchange('you sent Bearer s3cret-token')],
    ['a body that is no text', exchange(Buffer.concat([Buffer.from([0xff]), Buffer.from('s3cret-token')]))],
    ['a body where it is cut', exchange(`${'x'.repeat(16 * 1024 - 5)}s3cret-token${'x'.repeat(9000)}`)],
    ['a header', exchange('', [['x-echo', 's3cret-token']])],
    ['a failure', { ...exchange(''), failure: { kind: 'tls', message: 'no s3cret-token' } as const }],
  ])('are not in %s', (_where, each) => {
    const shown = writerOf(secret).exchange(each);
    const { base64 } = shown.answer?.body ?? {};
    expect(JSON.stringify(shown) + Buffer.from(base64 ?? '', 'base64').toString('latin1')).not.toMatch(
      /s3cr/,
    );
  });

  test('are not in words that quote the target', () => {
    expect(writerOf(secret).words('got s3cret-token')).toBe('got <secret>');
    // Cut within one of them.
    expect(writerOf(secret).words('s3cret-token'.repeat(1000), 4000)).not.toContain('s3');
    const { seen, symptom, violations } = writerOf(secret).evidence(failure([exchange('')], 's3cret-token'));
    expect(JSON.stringify([seen, symptom, violations])).not.toContain('s3cret');
  });
});
