// Spreads connections over several gateways on one machine, in turns, skipping those that refuse.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type SocketServer, startSocketServer } from '../socket-server.ts';

const CONNECT_TIMEOUT_MS = 1_000;

/** Listens on `port` of `host` and passes each connection on to one of `targets` (ports of this machine). */
export const startBalancer = (options: {
  port: number;
  host: string;
  targets: readonly number[];
}): Promise<SocketServer> => {
  let turn = 0;
  const passOn = async (client: Socket): Promise<void> => {
    turn += 1;
    const target = await firstThatConnects(options.targets, turn);
    if (!target) {
      client.destroy();
      return;
    }
    if (client.destroyed) {
      target.destroy();
      return;
    }
    target.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => target.destroy());
    client.pipe(target).pipe(client);
  };
  return startSocketServer(options, (client) => void passOn(client));
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
