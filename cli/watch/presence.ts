/** Finds out whether a server listens. Opens and closes connections, and sends nothing. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 20;
const connectMs = 1000;
/** How long a connection is kept open. Servers allow an idle one for longer. */
const holdMs = 2000;

function open(baseUrl: string): Socket {
  const { hostname, port, protocol } = new URL(baseUrl);
  const usual = protocol === 'https:' ? 443 : 80;
  return connect({ host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) });
}

export function listens(baseUrl: string): Promise<boolean> {
  const socket = open(baseUrl);
  return new Promise((resolve) => {
    const end = (is: boolean) => () => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', end(true)).once('error', end(false)).setTimeout(connectMs, end(false));
  });
}

/** Resolves with true when a server listens, or with false when the wait is aborted. */
export async function isThere(baseUrl: string, ended: AbortSignal): Promise<boolean> {
  while (!ended.aborted) {
    if (await listens(baseUrl)) return true;
    await sleep(pollMs);
  }
  return false;
}

/**
 * Resolves with true when the server went away and is back, or with false when the wait is aborted. It watches an open
 * connection, which breaks even at a restart that is too quick for polling.
 * @param onWatching Called when it watches, so that no restart can be missed any more.
 */
export async function isBack(
  baseUrl: string,
  ended: AbortSignal,
  onWatching: () => void = () => {},
): Promise<boolean> {
  while (!ended.aborted) if (await breaks(baseUrl, ended, onWatching)) return isThere(baseUrl, ended);
  return false;
}

/** Whether the server closes a connection that is kept open for a while. */
function breaks(baseUrl: string, ended: AbortSignal, onWatching: () => void): Promise<boolean> {
  const socket = open(baseUrl).once('connect', onWatching).once('error', onWatching);
  return new Promise((resolve) => {
    const end = (is: boolean) => () => {
      clearTimeout(timer);
      ended.removeEventListener('abort', leave);
      socket.destroy();
      resolve(is);
    };
    const leave = end(false);
    const timer = setTimeout(leave, holdMs);
    ended.addEventListener('abort', leave, { once: true });
    // Data must be read, or the end of the connection would never be seen.
    socket.once('error', end(true)).once('close', end(true)).once('end', end(true)).resume();
  });
}
