// Bounds how many connections may be held open, and for how long without a whole request: each takes a file of this process.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './turns.ts';

export const REQUEST_TIMEOUTS = {
  /** The longest time for sending a whole request, and its headers. */
  requestTimeout: 60_000,
  headersTimeout: 15_000,
  /** How often connections are checked for the two: Node's own half a minute would be added to them. */
  connectionsCheckingInterval: 2_000,
} as const;

/** Far more than one process answers. Where it may open fewer files, that limit comes first. */
const CONNECTIONS_MAX = 10_000;

/** The open connections of each network, oldest first. */
type Open = Map<string, Set<Socket>>;

const largestOf = (open: Open): Set<Socket> =>
  [...open.values()].reduce((largest, each) => (each.size > largest.size ? each : largest), new Set());

/**
 * Closes connections beyond `perAddressMax` as they come: there is no request yet that could be answered. With `max` open, the
 * network that has the most gives up its oldest one, so that a few networks together cannot keep all others out.
 */
export const limitConnections = (server: Server, perAddressMax: number, max = CONNECTIONS_MAX): void => {
  const open: Open = new Map();
  let total = 0;
  server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) return;
    const network = networkOf({ ip: socket.remoteAddress });
    const own = open.get(network) ?? new Set<Socket>();
    const largest = total >= max ? largestOf(open) : undefined;
    if (own.size >= perAddressMax || (largest && largest.size <= own.size + 1)) {
      socket.destroy();
      return;
    }
    const [oldest] = largest ?? [];
    oldest?.destroy();
    open.set(network, own.add(socket));
    total += 1;
    socket.once('close', () => {
      total -= 1;
      own.delete(socket);
      if (own.size === 0 && open.get(network) === own) open.delete(network);
    });
  });
};
