// Limits how many mails strangers may have sent to one mailbox, and how many accounts one network may register.

/** One use of an allowance, at a time in ms since 1970; the id distinguishes a repeated command from a new one. */
export type Use = { readonly at: number; readonly id: string };

export type Allowance = { readonly perHour: number; readonly perDay: number };

/** Of all addresses of one mailbox together; one account alone may have half as many. */
export const MAILS_OF_MAILBOX: Allowance = { perHour: 10, perDay: 20 };
/** To one mailbox from one network: less than half, so that no stranger uses up what its owner needs. */
export const MAILS_FROM_NETWORK: Allowance = { perHour: 4, perDay: 8 };
/** A household, a company or a provider's customers may share a network. */
export const REGISTRATIONS_OF_NETWORK: Allowance = { perHour: 30, perDay: 100 };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const freeAt = (uses: readonly Use[], max: number, withinMs: number): number => {
  const oldestThatCounts = uses.at(-max);
  return oldestThatCounts === undefined ? 0 : oldestThatCounts.at + withinMs;
};

/** Whole seconds until the next use is allowed; 0 when it is at `now`, or when this id was allowed before. */
export const secondsUntilAllowed = (
  uses: readonly Use[],
  { perHour, perDay }: Allowance,
  { at: now, id }: Use,
): number => {
  if (uses.some((use) => use.id === id)) return 0;
  const allowedAt = Math.max(freeAt(uses, perHour, HOUR_MS), freeAt(uses, perDay, DAY_MS));
  return Math.max(0, Math.ceil((allowedAt - now) / 1_000));
};

/** The uses with one more, if it is allowed; as many as the limits look at. */
export const withUse = (uses: readonly Use[], allowance: Allowance, use: Use): readonly Use[] => {
  const isNew = uses.every(({ id }) => id !== use.id) && secondsUntilAllowed(uses, allowance, use) === 0;
  return isNew ? [...uses, use].slice(-allowance.perDay) : uses;
};
