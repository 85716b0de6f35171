/** Entries as recorders write them, and what can be known of their bodies. */
import { describe, expect, test } from 'vitest';
import { EntrySplitter, exchangeOf, serversIn } from '../../../harness/traffic/index.js';
import { recording } from './recording.js';

const url = 'http://lab:3080/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const startedDateTime = '2026-01-01T00:00:00.000Z';

function entry(request: object, response: object, rest: object = {}) {
  return exchangeOf({
    startedDateTime,
    time: 5,
    request: { method: 'PUT', url, headers: [], ...request },
    response: { status: 200, headers: [], ...response },
    ...rest,
  });
}

const json = { mimeType: 'application/json', text: '{"name":"é"}' };
const headers = (...pairs: [string, string][]) => pairs.map(([name, value]) => ({ name, value }));

describe('a body', () => {
  const whole = { bytes: Buffer.from(json.text), isWhole: true };
  const cut = { bytes: Buffer.from('{"name":'), isWhole: false };
  const rows: readonly (readonly [string, object, unknown])[] = [
    ['as browsers have it', { content: { ...json, size: 13 } }, whole],
    ['compressed, as mitmproxy has it', { content: { ...json, size: 10, compression: 3 } }, whole],
    [
      'in base64',
      { content: { size: 13, text: Buffer.from(json.text).toString('base64'), encoding: 'base64' } },
      whole,
    ],
    ['counted in another encoding', { content: { ...json, size: 12 } }, whole],
    ['cut short', { content: { text: '{"name":', size: 13 } }, cut],
    ['cut short, of unknown length', { content: { text: '{"name":' } }, cut],
    [
      'that Content-Length counts',
      { headers: headers(['Content-Length', '8']), content: { text: '{"name":' } },
      { ...cut, isWhole: true },
    ],
    ['left out', { content: { size: 13, mimeType: 'application/json' } }, undefined],
    ['of a 204', { status: 204, content: { size: -1 } }, { bytes: Buffer.alloc(0), isWhole: true }],
    ['that is empty', { content: { size: 0 } }, { bytes: Buffer.alloc(0), isWhole: true }],
    [
      'with bytes that are no text',
      { content: { text: '{"name":"\ufffd"}', size: 14 } },
      { bytes: Buffer.from('{"name":"\ufffd"}'), isWhole: false },
    ],
  ];
  test.for(rows)('%s', ([, response, body]) => {
    expect(entry({}, response)?.answer?.body).toEqual(body);
  });

  test('of a request', () => {
    const sent = (request: object) => entry(request, {})?.body;
    expect(sent({ bodySize: 13, postData: json })).toEqual(whole);
    expect(sent({ bodySize: 20_000, postData: { text: '{"name":' } })).toEqual(cut);
    expect(sent({ bodySize: 20_000 })).toMatchObject({ isWhole: false });
    expect(sent({ bodySize: 0 })).toBeUndefined();
    expect(sent({ bodySize: -1 })).toBeUndefined();
    expect(sent({ bodySize: 0, postData: { text: '', params: [] } })).toBeUndefined();
  });
});

test('the time, with the microseconds of mitmproxy', () => {
  const at = Date.UTC(2026, 0, 1);
  expect(entry({}, {}, { startedDateTime: '2026-01-01T00:00:00.250750+00:00' })?.startedAt).toBeCloseTo(
    at + 250.75,
    3,
  );
  expect(entry({}, {}, { startedDateTime: '2026-01-01T01:00:00+01:00' })?.startedAt).toBe(at);
  expect(entry({}, {}, { time: -1 })?.durationMs).toBe(Number.POSITIVE_INFINITY);
});

test('no answer, and why', () => {
  expect(entry({}, { status: 0 })).not.toHaveProperty('answer');
  expect(entry({}, { status: 0, _error: 'net::ERR_ABORTED' })).not.toHaveProperty('failure');
  expect(entry({}, { status: 0, _error: 'net::ERR_EMPTY_RESPONSE' })?.failure).toMatchObject({
    kind: 'dropped',
  });
});

test('what no server answered, or what is no entry, is left out', () => {
  const none: unknown[] = [
    null,
    [],
    {},
    { request: { method: 'GET', url } },
    { startedDateTime, request: { url } },
    { startedDateTime, request: null },
  ];
  for (const each of none) expect(exchangeOf(each)).toBeUndefined();
  expect(entry({}, {}, { _fromCache: 'memory' })).toBeUndefined();
  expect(entry({}, {}, { startedDateTime: 'yesterday' })).toBeUndefined();
});

test('entries are found in a text of any size, and nothing else', () => {
  const archive = {
    log: {
      version: '1.2',
      _extra: { entries: [{ no: 1 }] },
      pages: [{ entries: [{ no: 2 }] }],
      entries: [{ text: '}"]{\\', deep: [{ entries: [{}] }] }, { time: 1 }],
      comment: 'entries',
      _more: [{ no: 3 }],
    },
    entries: [{ no: 4 }],
  };
  for (const size of [1, 2, 3, 7, 1000]) {
    const bytes = Buffer.from(JSON.stringify(archive, null, 1));
    const splitter = new EntrySplitter();
    const found: string[] = [];
    for (let at = 0; at < bytes.length; at += size)
      found.push(...splitter.push(bytes.subarray(at, at + size)).map(String));
    expect(found.map((text) => JSON.parse(text))).toEqual(archive.log.entries);
    expect(splitter.state).toBe('ended');
  }
});

test('servers of the interface are told from others, whatever their prefix', () => {
  const at = (base: string) => recording([['GET', '/v2/projects/7', undefined, 200, {}]], base);
  const all = [
    ...at('http://lab:3080'),
    ...at('https://x.example/v2/lab'),
    ...at('https://x.example/v2/lab'),
  ];
  const others = recording([['GET', '/v2/shop', undefined, 200, {}]], 'http://shop.example');
  expect(serversIn([...all, ...others])).toEqual(['https://x.example/v2/lab', 'http://lab:3080']);
});
