// How long an order may be on its way, and from when on one that the exchange does not know was never accepted.

/** From writing the intent to the call of the exchange: a process that slept for longer does not send. */
export const ORDER_BEGUN_WITHIN_MS = 5_000;
/** From that call to the request, which may wait for its turn. */
export const ORDER_SENT_WITHIN_MS = 3_000;
/** The exchange refuses an older signed request: a request that has not arrived by then never counts. */
export const ORDER_RECEIVED_WITHIN_MS = 5_000;

/** The least time after which an order that the exchange does not know can no longer arrive. */
export const ORDER_GONE_AFTER_LEAST_MS =
  ORDER_BEGUN_WITHIN_MS + ORDER_SENT_WITHIN_MS + ORDER_RECEIVED_WITHIN_MS;

/** The clocks of two machines do not differ by more. */
const CLOCKS_DIFFER_AT_MOST_MS = 600_000;

/**
 * True if an order that the exchange does not know was never accepted. `ageMs` is measured by two clocks, that of the writer and
 * ours; until it is beyond any difference of theirs, `askedForMs` of our own clock must have passed too.
 */
export const isGone = (
  { ageMs, askedForMs }: { readonly ageMs: number; readonly askedForMs: number },
  goneAfterMs: number,
): boolean =>
  ageMs >= goneAfterMs && (askedForMs >= goneAfterMs || ageMs >= goneAfterMs + CLOCKS_DIFFER_AT_MOST_MS);
