/** The lightest client there is: sends the same bytes over and over, and counts the bytes that come back. */
import { once } from 'node:events';
import { connect } from 'node:net';

const connections = 32;

export async function flood(url, method, path, body, milliseconds) {
  const { hostname, port } = new URL(url);
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${hostname}`];
  if (body) head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  const request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
  const length = await answerLength(hostname, Number(port), request);
  let answered = 0;
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    let due = length;
    socket.on('data', (bytes) => {
      due -= bytes.length;
      if (due > 0) return;
      answered++;
      due = length;
      socket.write(request);
    });
    socket.write(request);
    return socket;
  });
  const started = performance.now();
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  const perSecond = (1000 * answered) / (performance.now() - started);
  for (const socket of sockets) socket.destroy();
  return { answered, perSecond };
}

/** Every answer to the same request is of one length: the Date header always has as many characters. */
async function answerLength(hostname, port, request) {
  const socket = connect(port, hostname);
  await once(socket, 'connect');
  let length = 0;
  for (let i = 0; i < 3; i++) {
    socket.write(request);
    const [bytes] = await once(socket, 'data');
    const text = bytes.toString('latin1');
    if (!text.startsWith('HTTP/1.1 20'))
      throw new Error(`The server refused the request of the measure: ${text}`);
    length = bytes.length;
  }
  socket.destroy();
  return length;
}
