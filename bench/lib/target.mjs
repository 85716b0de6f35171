/** The servers of the measures, each in a process of its own: tells its URL, and at the end what it saw. */
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { compiled } from './processes.mjs';

const {
  kind = 'reference',
  latencyMs = 0,
  record,
  faults = [],
  port = 0,
} = JSON.parse(process.argv[2] ?? '{}');
const log = record ? createWriteStream(record) : undefined;
const seen = { requests: 0, first: 0, last: 0 };

/** Looks on from outermost, and answers late where it is told to. */
const watcher = {
  name: 'bench-watcher',
  summary: 'Notes when requests come and answers go.',
  hooks: {
    locate(exchange, next) {
      // The look at the target before the run is not part of it.
      if (exchange.path !== '/v2/version' && seen.first === 0) seen.first = Date.now();
      seen.requests++;
      return next(exchange);
    },
    wire(exchange, answer, next) {
      if (latencyMs > 0) setTimeout(send, latencyMs);
      else send();
      function send() {
        next(exchange, answer);
        seen.last = Date.now();
        log?.write(`${JSON.stringify(recorded(exchange, answer))}\n`);
      }
    },
  },
};

/** One request as it came, with the code of its answer. */
function recorded({ incoming, bytes }, { status }) {
  const { method, url, rawHeaders } = incoming;
  return [method, url, rawHeaders, bytes?.toString('base64') ?? '', status];
}

async function reference() {
  const { serveReference } = await compiled('reference-impl/index.js');
  const watched = latencyMs > 0 || record !== undefined || kind === 'reference';
  const { url } = await serveReference({ port, faults, variants: watched ? [watcher] : [] });
  return url;
}

/** The least that can be done on a route: find it and answer with nothing to work out. */
const emptyRoutes = {
  async router() {
    const { RegExpRouter } = await import('hono/router/reg-exp-router');
    const router = new RegExpRouter();
    for (const method of ['GET', 'PUT'])
      router.add(method, '/v2/projects/:project_id', (_incoming, outgoing) => {
        outgoing.statusCode = 200;
        outgoing.setHeader('content-type', 'application/json');
        outgoing.end('{}');
      });
    return createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
      const [[match]] = router.match(incoming.method, incoming.url);
      match[0](incoming, outgoing);
    });
  },
  async framework() {
    const { Hono } = await import('hono');
    const { getRequestListener } = await import('@hono/node-server');
    const app = new Hono();
    app.on(['GET', 'PUT'], '/v2/projects/:project_id', (c) => c.json({}));
    return createServer({ keepAliveTimeout: 60_000 }, getRequestListener(app.fetch));
  },
};

async function empty() {
  const server = await emptyRoutes[kind]();
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

const url = await (kind in emptyRoutes ? empty() : reference());
const answers = {
  cpu(reply) {
    const { user, system } = process.cpuUsage();
    reply({ cpuMs: (user + system) / 1000 });
  },
  end(reply) {
    if (log) log.end(() => reply(seen));
    else reply(seen);
  },
};
process.on('message', (message) => answers[message]((reply) => process.send?.(reply)));
process.send?.({ url });
