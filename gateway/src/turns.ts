// Starts attempts at accounts one after another, in turns by address, so that a flood waits for itself.
import { refuse } from '@tradeium/contracts';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import { sendRefusal } from './refusals.ts';

export type TurnOptions = {
  /** Turns start at least this far apart. */
  readonly intervalMs: number;
  /** Waiting attempts of one address. */
  readonly perAddressMax: number;
  /** Waiting attempts of all addresses together. */
  readonly waitingMax: number;
  /** An attempt that has waited this long is turned away. */
  readonly waitMaxMs: number;
  /** How many addresses' last turns are remembered. */
  readonly rememberedMax: number;
};

export type Turns = {
  /**
   * Resolves with true when it is the caller's turn, with false when too many wait or it took too long. A caller that
   * `hasLeft` gets no turn.
   */
  take(address: string, hasLeft: () => boolean): Promise<boolean>;
};

type Waiting = {
  readonly since: number;
  readonly hasLeft: () => boolean;
  readonly answer: (isTurn: boolean) => void;
};

const longestOf = (queues: ReadonlyMap<string, Waiting[]>): Waiting[] =>
  [...queues.values()].reduce((most, other) => (other.length > most.length ? other : most));

/**
 * The turn is that of the address whose last one is longest ago. So each has one attempt started before any has a second
 * one, and one that comes for the first time waits for none that is there all the time.
 */
export const openTurns = ({
  intervalMs,
  perAddressMax,
  waitingMax,
  waitMaxMs,
  rememberedMax,
}: TurnOptions): Turns => {
  /** In the order of their coming. */
  const queues = new Map<string, Waiting[]>();
  const lastTurns = new LRUCache<string, number>({ max: rememberedMax });
  let waiting = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const removeFirst = (address: string, queue: Waiting[]): Waiting | undefined => {
    queues.delete(address);
    const first = queue.shift();
    if (first) waiting -= 1;
    if (queue.length > 0) queues.set(address, queue);
    return first;
  };

  /** A newcomer replaces an attempt from the address with the most waiting. */
  const makeRoomFor = (queue: readonly Waiting[]): boolean => {
    if (waiting < waitingMax) return true;
    const longest = longestOf(queues);
    if (longest.length <= queue.length + 1) return false;
    longest.pop()?.answer(false);
    waiting -= 1;
    return true;
  };

  const lastTurnOf = (address: string): number => lastTurns.peek(address) ?? Number.NEGATIVE_INFINITY;
  const noteTurn = (address: string, now: number) => {
    lastTurns.set(address, now);
    nextAt = now + intervalMs;
  };

  const giveTurn = () => {
    timer = undefined;
    while (queues.size > 0) {
      const [address, queue] = [...queues].reduce((first, other) =>
        lastTurnOf(other[0]) < lastTurnOf(first[0]) ? other : first,
      );
      const next = removeFirst(address, queue);
      const now = performance.now();
      const isTurn = next !== undefined && !next.hasLeft() && now - next.since <= waitMaxMs;
      next?.answer(isTurn);
      if (!isTurn) continue;
      noteTurn(address, now);
      break;
    }
    schedule();
  };
  const schedule = () => {
    if (queues.size === 0 || timer !== undefined) return;
    timer = setTimeout(giveTurn, Math.max(0, nextAt - performance.now()));
  };

  return {
    take: (address, hasLeft) => {
      const now = performance.now();
      if (queues.size === 0 && now >= nextAt) {
        noteTurn(address, now);
        return Promise.resolve(true);
      }
      const queue = queues.get(address) ?? [];
      if (queue.length >= perAddressMax || !makeRoomFor(queue)) return Promise.resolve(false);
      return new Promise((answer) => {
        queue.push({ since: now, hasLeft, answer });
        queues.set(address, queue);
        waiting += 1;
        schedule();
      });
    },
  };
};

const PER_ADDRESS_MAX = 100;
const WAITING_MAX = 1_000;
const WAIT_MAX_MS = 5_000;
const REMEMBERED_MAX = 20_000;
/** A customer with one IPv6 network of this size has thousands of smaller ones. */
const IPV6_PREFIX = 48;

/** The network that a request waits for its turn with: an IPv4 address, or what a provider gives one customer. */
export const networkOf = ({ ip }: Pick<Request, 'ip'>): string =>
  ipKeyGenerator(ip ?? 'unknown', IPV6_PREFIX);

/**
 * Each attempt hashes a password and reads and writes much: all at once they would take over the processors of a
 * small machine. An attempt whose client has left is dropped when its turn comes.
 */
export const inTurns = (intervalMs: number): RequestHandler => {
  const turns = openTurns({
    intervalMs,
    perAddressMax: PER_ADDRESS_MAX,
    waitingMax: WAITING_MAX,
    waitMaxMs: WAIT_MAX_MS,
    rememberedMax: REMEMBERED_MAX,
  });
  return async (request, response, next) => {
    const isTurn = intervalMs === 0 || (await turns.take(networkOf(request), () => response.destroyed));
    if (response.destroyed) return;
    if (isTurn) next();
    else sendRefusal(response, refuse('TOO_MANY_REQUESTS'));
  };
};
