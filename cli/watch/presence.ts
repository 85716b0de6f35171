/** Whether somebody listens at a target: connections are opened and closed again, nothing is sent. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 20;
const connectMs = 1000;
/** How long a connection is held: servers leave one that says nothing open for longer. */
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

/** Resolves with true when somebody listens, with false when the wait is ended. */
export async function isThere(baseUrl: string, ended: AbortSignal): Promise<boolean> {
  while (!ended.aborted) {
    if (await listens(baseUrl)) return true;
    await sleep(pollMs);
  }
  return false;
}

/**
 * Resolves with true when the target went away and is there again, with false when the wait is ended. Polls would
 * miss a quick restart: a connection that is held breaks however quick it is.
 * @param onWatching Called when nothing can be missed any more.
 */
export async function isBack(
  baseUrl: string,
  ended: AbortSignal,
  onWatching: () => void = () => {},
): Promise<boolean> {
  while (!ended.aborted) if (await breaks(baseUrl, ended, onWatching)) return isThere(baseUrl, ended);
  return false;
}

/** Whether the other side ends a connection that is held for a while. */
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
    // What is sent unasked is read, or its end would never be seen.
    socket.once('error', end(true)).once('close', end(true)).once('end', end(true)).resume();
  });
}
