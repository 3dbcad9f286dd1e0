// Starts attempts at accounts one after another, in turns by address, so that a flood waits for itself.
import { refuse } from '@tradeium/contracts';
import { openFairLanes } from '@tradeium/service-kit';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { sendRefusal } from '../requests/refusals.ts';

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

/** Turns go around by address: one that floods keeps no other waiting. */
export const openTurns = ({
  intervalMs,
  perAddressMax,
  waitingMax,
  waitMaxMs,
  rememberedMax,
}: TurnOptions): Turns => {
  const lanes = openFairLanes<Waiting>({
    waitingMax,
    perCallerMax: perAddressMax,
    rememberedMax,
    displaced: ({ answer }) => answer(false),
  });
  let nextAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const noteTurn = (address: string, now: number) => {
    lanes.noteTurn(address);
    nextAt = now + intervalMs;
  };

  /** Without a turn to give, the next attempt starts at once. */
  const giveTurn = () => {
    timer = undefined;
    for (let next = lanes.next(); next; next = lanes.next()) {
      const { since, hasLeft, answer } = next.waiting;
      const now = performance.now();
      const isTurn = !hasLeft() && now - since <= waitMaxMs;
      answer(isTurn);
      if (!isTurn) continue;
      noteTurn(next.caller, now);
      return schedule();
    }
  };
  const schedule = () => {
    timer ??= setTimeout(giveTurn, Math.max(0, nextAt - performance.now()));
  };

  return {
    take: (address, hasLeft) => {
      const now = performance.now();
      if (timer === undefined && now >= nextAt) {
        noteTurn(address, now);
        return Promise.resolve(true);
      }
      return new Promise((answer) => {
        if (lanes.join(address, { since: now, hasLeft, answer })) schedule();
        else answer(false);
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
