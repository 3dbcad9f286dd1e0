// Spreads connections over several gateways on one machine, in turns, skipping those that refuse.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export type Balancer = { readonly port: number; close(): Promise<void> };

const CONNECT_TIMEOUT_MS = 1_000;

/** Listens on `port` of `host` and passes each connection on to one of `targets` (ports of this machine). */
export const startBalancer = async (options: {
  port: number;
  host: string;
  targets: readonly number[];
}): Promise<Balancer> => {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server: Server = createServer(async (client) => {
    sockets.add(client);
    client.on('error', () => client.destroy()).on('close', () => sockets.delete(client));
    turn += 1;
    const target = await firstThatConnects(options.targets, turn);
    if (!target) return client.destroy();
    if (client.destroyed) return target.destroy();
    target.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => target.destroy());
    client.pipe(target).pipe(client);
  });
  server.listen(options.port, options.host);
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

const firstThatConnects = async (ports: readonly number[], turn: number): Promise<Socket | null> => {
  for (let n = 0; n < ports.length; n += 1) {
    const socket = await connected(ports[(turn + n) % ports.length] as number);
    if (socket) return socket;
  }
  return null;
};

const connected = async (port: number): Promise<Socket | null> => {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.setNoDelay(true);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return socket;
  } catch {
    socket.destroy();
    return null;
  }
};
