import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface SocketServer {
  readonly url: string;
  readonly sockets: ReadonlySet<Socket>;
  /** Stops listening and breaks all connections. */
  close(): Promise<void>;
}

/** A server on a free port that hands each connection over. */
export async function serveSockets(serve: (socket: Socket) => void): Promise<SocketServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets, close };
}
