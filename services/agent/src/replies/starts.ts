// When replies begin: a few at once, in turns by user, and none whose user no longer waits for it.
import { type Refusal, refuse } from '@tradeium/contracts';
import { openFairQueue } from '@tradeium/service-kit';

/** More at once would only make each other late, until all of them are. */
const AT_ONCE = 16;
const WAITING_MAX = 500;
/** Shorter than the gateway waits: the rest of its time is for the beginning itself. */
const LONGEST_WAIT_MS = 20_000;

export type Starts = {
  /** Begins a user's reply when its turn comes; refuses it once it has waited too long, or `caller` is aborted. */
  run<Begun>(userId: string, caller: AbortSignal, begin: () => Promise<Begun>): Promise<Begun | Refusal>;
};

export const openStarts = (): Starts => {
  const queue = openFairQueue(AT_ONCE, WAITING_MAX);
  return {
    run: async (userId, caller, begin) => {
      const patience = new AbortController();
      const limit = setTimeout(() => patience.abort(), LONGEST_WAIT_MS);
      try {
        const begun = await queue.run(userId, begin, AbortSignal.any([caller, patience.signal]));
        return begun ?? refuse('SERVICE_UNAVAILABLE');
      } finally {
        clearTimeout(limit);
      }
    },
  };
};
