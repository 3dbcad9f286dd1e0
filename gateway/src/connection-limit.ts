// Bounds how many connections may be held open, and for how long without a whole request: each takes a file of this process.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export const REQUEST_TIMEOUTS = {
  /** The longest time for sending a whole request, and its headers. */
  requestTimeout: 60_000,
  headersTimeout: 15_000,
  /** How often connections are checked for the two: Node's own half a minute would be added to them. */
  connectionsCheckingInterval: 2_000,
} as const;

/** Far more than one process answers. Where it may open fewer files, that limit comes first. */
const CONNECTIONS_MAX = 10_000;

/** Closes connections beyond the bound as they come: there is no request yet that could be answered. */
export const limitConnections = (server: Server, perAddressMax: number): void => {
  server.maxConnections = CONNECTIONS_MAX;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    if (address === undefined) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddressMax) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
};
