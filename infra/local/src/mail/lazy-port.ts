// A port that takes connections at once, while the server behind it starts with the first of them.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

export type LazyPort = {
  readonly port: number;
  /** Ends its connections; what is behind it is closed by its owner. */
  close(): Promise<void>;
};

export type LazyPortOptions = {
  /** Both ports are on this address. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The port of the server behind it, which starts with the first call. */
  readonly behind: () => Promise<number>;
  /** Whether the server speaks first, as SMTP's does. Otherwise a connection without a byte, such as a probe, starts nothing. */
  readonly isGreeted: boolean;
};

/** Listens on a port; rejects when it is taken. */
export const openLazyPort = async ({ host, port, behind, isGreeted }: LazyPortOptions): Promise<LazyPort> => {
  const sockets = new Set<Socket>();
  const join = async (socket: Socket): Promise<void> => {
    const server = connect({ port: await behind(), host, noDelay: true });
    pipeline(socket, server, () => undefined);
    pipeline(server, socket, () => undefined);
  };
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    const start = () => void join(socket).catch(() => socket.destroy());
    if (isGreeted) start();
    else socket.once('readable', () => (socket.readableLength > 0 ? start() : socket.destroy()));
  });
  listener.listen(port, host);
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    close: async () => {
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
