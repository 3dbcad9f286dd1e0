// Limits how often a password may be guessed, by the failures so far. Times are in ms since 1970.

/** Failures at one name from one address since the last success. */
export type PairFailures = { readonly count: number; readonly newestAt: number };

/** The failures that count for an attempt at one name from one address. */
export type Attempts = {
  readonly pair: PairFailures | null;
  /** The newest failures at the name from addresses that never logged in to its account, oldest first. */
  readonly strangers: readonly number[];
  /** The newest failures from the address, at any name, oldest first. */
  readonly address: readonly number[];
  /** The account was used from this address before, so strangers can't lock its owner out here. */
  readonly isKnownAddress: boolean;
};

const SECOND_MS = 1_000;
const WINDOW_MS = 15 * 60 * SECOND_MS;
const FREE_FAILURES = 5;
const DELAY_MAX_MS = 15 * 60 * SECOND_MS;
export const STRANGERS_FAILURES_MAX = 10;
export const ADDRESS_FAILURES_MAX = 100;

export const NO_ATTEMPTS: Attempts = { pair: null, strangers: [], address: [], isKnownAddress: false };

/** After five free failures 1 s, then twice as long each time, up to 15 min. */
const delayMs = (count: number): number =>
  count < FREE_FAILURES ? 0 : Math.min(SECOND_MS * 2 ** (count - FREE_FAILURES), DELAY_MAX_MS);

/** When fewer than `max` failures are left in the window. */
const freeAt = (failures: readonly number[], max: number): number => {
  const oldestThatCounts = failures.at(-max);
  return oldestThatCounts === undefined ? 0 : oldestThatCounts + WINDOW_MS;
};

/** Whole seconds until the next attempt is allowed; 0 when it is at `now`. */
export const secondsToWait = (
  { pair, strangers, address, isKnownAddress }: Attempts,
  now: number,
): number => {
  const allowedAt = Math.max(
    pair ? pair.newestAt + delayMs(pair.count) : 0,
    isKnownAddress ? 0 : freeAt(strangers, STRANGERS_FAILURES_MAX),
    freeAt(address, ADDRESS_FAILURES_MAX),
  );
  return Math.max(0, Math.ceil((allowedAt - now) / SECOND_MS));
};

/** One more failure of a pair. */
export const pairAfterFailure = (pair: PairFailures | null, now: number): PairFailures => ({
  count: (pair?.count ?? 0) + 1,
  newestAt: now,
});

/** One more failure among the newest `max`; expired ones are dropped. */
export const newestAfterFailure = (failures: readonly number[], max: number, now: number): number[] =>
  [...failures.filter((at) => at > now - WINDOW_MS), now].slice(-max);
