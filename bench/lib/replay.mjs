/** A bare client: sends recorded requests as fast as a server answers them, and does nothing else. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';

const [origin = '', file = '', concurrency = '8'] = process.argv.slice(2);

const requests = [];
for await (const line of createInterface({ input: createReadStream(file) })) {
  const [method, path, headers, body, status] = JSON.parse(line);
  requests.push({ method, path, headers: withoutOwn(headers), body: Buffer.from(body, 'base64'), status });
}

/** Undici writes these itself. */
function withoutOwn(flat) {
  const own = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);
  const kept = [];
  for (let i = 0; i < flat.length; i += 2)
    if (!own.has(flat[i].toLowerCase())) kept.push(flat[i], flat[i + 1]);
  return kept;
}

const pool = new Pool(origin, { connections: Number(concurrency), pipelining: 1 });

/** The thinnest way through undici: the answer is received whole and dropped. */
function send({ method, path, headers, body }) {
  return new Promise((resolve) => {
    let status = 0;
    const chunks = [];
    pool.dispatch(
      { method, path, headers, body: body.length > 0 ? body : null },
      {
        onRequestStart() {},
        onResponseStart(_controller, code) {
          status = code;
        },
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd: () => resolve(status),
        onResponseError: () => resolve(status),
      },
    );
  });
}

let next = 0;
let sameStatus = 0;
const started = performance.now();
await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    while (next < requests.length) {
      const request = requests[next++];
      if ((await send(request)) === request.status) sameStatus++;
    }
  }),
);
const sendingMs = performance.now() - started;
await pool.close();
process.stdout.write(JSON.stringify({ requests: requests.length, sameStatus, sendingMs }));
