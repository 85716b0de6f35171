import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createListener } from './listener.js';
import { find, type Modification } from './pipeline/modification.js';
import { type Existing, Store } from './store.js';

export interface ReferenceOptions {
  /** Interface to listen on; 127.0.0.1 unless told. */
  readonly host?: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Defects to have: names from the catalogue, or your own. */
  readonly faults?: readonly (string | Modification)[];
  /** Ways to differ and still conform: names from the catalogue, or your own. */
  readonly variants?: readonly (string | Modification)[];
}

export interface ReferenceServer {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Ends all connections, also those that wait for an answer. */
  close(): Promise<void>;
  snapshot(): Existing[];
}

/**
 * Starts a server that conforms, as far as no fault is asked for, and remembers nothing after `close`.
 * @throws RangeError for a name that no fault or variant has.
 * @throws Error in words for a user when it cannot listen, with the system's error as its cause.
 */
export async function serveReference(options: ReferenceOptions = {}): Promise<ReferenceServer> {
  const { host, port } = options;
  const modifications = [
    ...(await chosen(variants, options.variants)),
    ...(await chosen(faults, options.faults)),
  ];
  const store = new Store();
  const listening = await listen(createListener(store, modifications), port, host);
  return { ...listening, snapshot: () => store.snapshot() };
}

/** Starts a server with a listener of Node, on any free port unless told. */
export async function listen(
  listener: RequestListener,
  port = 0,
  host = '127.0.0.1',
): Promise<Omit<ReferenceServer, 'snapshot'>> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(explain(error, host, port), { cause: error })));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The catalogues are large: what needs none of their names does not load them. */
const variants = async () => (await import('./variants/index.js')).variants;
const faults = async () => (await import('./faults/index.js')).faults;

type Chosen = readonly (string | Modification)[];

async function chosen(catalogue: () => Promise<readonly Modification[]>, these: Chosen = []) {
  return these.length > 0 ? find(await catalogue(), these) : [];
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  const place = `${host}, port ${port}`;
  if (code === 'EADDRINUSE') return `Cannot listen on ${place}: the port is already in use.`;
  if (code === 'EACCES') return `Cannot listen on ${place}: not permitted. Choose a port above 1023.`;
  return `Cannot listen on ${place}: ${message}`;
}
