// A port of this machine that leads to another one's: in a container `localhost` is the container, and browsers mean their machine.
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { LOOPBACK } from '@tradeium/service-kit/reach';
import { type SocketServer, startSocketServer } from './socket-server.ts';

/** Opens the port of `address` (`gateway:4000`) on the loopback address, too; rejects when it is taken. */
export const openPassage = (address: string): Promise<SocketServer> => {
  const [, host, port] = /^([\w.-]+):(\d+)$/.exec(address) ?? [];
  if (!host) throw new Error(`SHOP_ADDRESS must be a host and a port, not "${address}"`);
  return startSocketServer({ host: LOOPBACK, port: Number(port) }, (socket) => {
    const there = connect({ host, port: Number(port), noDelay: true });
    pipeline(socket, there, () => undefined);
    pipeline(there, socket, () => undefined);
  });
};
