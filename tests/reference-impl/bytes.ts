import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends the bytes as they are, then half-closes; resolves with all that comes back. */
export async function exchangeOn(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  socket.end(bytes);
  await once(socket, 'close');
  return received;
}
