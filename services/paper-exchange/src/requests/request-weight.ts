// Counts the weight of all requests in the running minute, as the exchange does for each address.

export const WEIGHT_PER_MINUTE_MAX = 6_000;
const MINUTE_MS = 60_000;

export interface RequestWeight {
  /** Adds to the running minute and returns its sum. */
  add(weight: number, nowMs: number): number;
  /** Seconds until the next minute begins, at least 1. */
  retryAfterSeconds(nowMs: number): number;
  /** The largest sum of any minute so far. */
  most(): number;
}

/** One count for all callers, because they all come from the loopback address. */
export const createRequestWeight = (): RequestWeight => {
  let minute = 0;
  let used = 0;
  let most = 0;
  return {
    add(weight, nowMs) {
      const current = Math.floor(nowMs / MINUTE_MS);
      if (current !== minute) {
        minute = current;
        used = 0;
      }
      used += weight;
      most = Math.max(most, used);
      return used;
    },
    most: () => most,
    retryAfterSeconds: (nowMs) => Math.ceil((MINUTE_MS - (nowMs % MINUTE_MS)) / 1_000),
  };
};
