import { judgeTraffic, type TrafficExchange } from 'netemu-conformance';
import { expect, test } from 'vitest';

const traffic: TrafficExchange[] = [];

/** Sends a request as the tests need it, and keeps what went over the wire. */
async function send(method: string, path: string, json?: object) {
  const url = `${process.env.LAB_URL}${path}`;
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const body = json && JSON.stringify(json);
  const startedAt = performance.timeOrigin + performance.now();
  const response = await fetch(url, { method, headers, body });
  const text = await response.text();
  const durationMs = performance.timeOrigin + performance.now() - startedAt;
  const answer = { status: response.status, headers: response.headers, body: text };
  traffic.push({ method, url, headers: Object.entries(headers), body, startedAt, durationMs, answer });
  return text === '' ? undefined : JSON.parse(text);
}

test('a project is renamed, and deleted', async () => {
  const { project_id } = await send('POST', '/v2/projects', { name: 'lab' });
  const project = `/v2/projects/${project_id}`;
  await send('PUT', project, { name: 'lab-2' });
  expect(await send('GET', project)).toMatchObject({ name: 'lab-2' });
  await send('DELETE', project);
  await send('GET', project);
});

test('what the tests have sent and seen is as the interface has it', async () => {
  // Nobody else writes to this server, so a single contradiction counts.
  const { findings, clientFindings = [] } = await judgeTraffic(traffic, { complete: true });
  expect(findings.map(({ title }) => title)).toEqual([]);
  const mistakes = clientFindings.filter(({ level }) => level === 'must');
  expect(mistakes.map(({ title }) => title)).toEqual([]);
});
