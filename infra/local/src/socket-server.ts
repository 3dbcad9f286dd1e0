// A server of plain connections, which ends them when it closes.
import { once } from 'node:events';
import { type AddressInfo, createServer, type ServerOpts, type Socket } from 'node:net';

export type SocketServer = {
  readonly port: number;
  /** Ends its connections. */
  close(): Promise<void>;
};

/** Listens on a port of a host, 0 for any free one; rejects when it is taken. A connection that fails is ended. */
export const startSocketServer = async (
  { host, port }: { readonly host: string; readonly port: number },
  onSocket: (socket: Socket) => void,
  options: ServerOpts = {},
): Promise<SocketServer> => {
  const sockets = new Set<Socket>();
  const server = createServer(options, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    onSocket(socket);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
