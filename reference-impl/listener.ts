import type { RequestListener } from 'node:http';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { refuse } from './pipeline/answer.js';
import { receive } from './pipeline/body.js';
import { Exchange, type Route } from './pipeline/exchange.js';
import { type Modification, weave } from './pipeline/modification.js';
import { routes } from './routes/table.js';
import type { Store } from './store.js';

interface Endpoint {
  readonly route: Route;
  readonly run: (exchange: Exchange) => void;
}

const methods = [...new Set(routes.map(({ method }) => method))];

/**
 * The routes with their pipelines, as Node's HTTP server calls them. Hono finds the route; the rest of it
 * is left out, because a fault may have to break HTTP in ways that a `Response` cannot express.
 */
export function createListener(store: Store, modifications: readonly Modification[]): RequestListener {
  const router = new RegExpRouter<Endpoint>();
  for (const route of routes)
    router.add(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), endpoint(route));

  const unrouted = endpoint({
    id: 'unrouted',
    method: '*',
    path: '*',
    act: ({ incoming, path }) => {
      const allowed = methods.filter((method) => router.match(method, path)[0].length > 0);
      if (allowed.length === 0) return refuse(404, `There is nothing at ${path}`);
      const answer = refuse(405, `${path} does not take ${incoming.method}`);
      return { ...answer, headers: { ...answer.headers, allow: allowed.join(', ') } };
    },
  });

  return (incoming, outgoing) => {
    const path = pathOf(incoming.url ?? '');
    const method = incoming.method === 'HEAD' ? 'GET' : (incoming.method ?? '');
    const [[match], values] = router.match(method, path);
    const [{ route, run }, params] = match ?? [unrouted, {}];
    const param = (name: string) => {
      const at = params[name];
      return decoded(typeof at === 'number' ? values?.[at] : at);
    };
    const exchange = new Exchange(
      route,
      store,
      incoming,
      outgoing,
      path,
      param('project_id'),
      param('node_id'),
    );
    // A response without a socket waits behind another on its connection: pipelined requests are acted on
    // in their order, so this one has to end after that one did.
    if (!route.input && outgoing.socket) return run(exchange);
    receive(incoming, (pieces) => {
      exchange.pieces = pieces;
      exchange.bytes = pieces?.length === 1 ? pieces[0] : pieces && Buffer.concat(pieces);
      run(exchange);
    });
  };

  function endpoint(route: Route): Endpoint {
    return { route, run: weave(route.id, modifications) };
  }
}

/** The path of a request target, which a client may also send with scheme and host in front. */
function pathOf(target: string): string {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  return path.replace(/^https?:\/\/[^/]*/i, '');
}

function decoded(segment: string | undefined): string | undefined {
  if (!segment?.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
