// Counts by key, of this gateway and of all others: each tells the others its own, and adds up what it hears.

/** What a gateway tells of one key: its own count, and how long that counts. */
export type ToldCount = readonly [key: string, count: number, msLeft: number];

export type CountsMessage = {
  readonly from: string;
  readonly counts: readonly ToldCount[];
  /** A gateway that knows nothing yet asks the others for all they have. */
  readonly asks?: boolean | undefined;
};

export type Total = { readonly total: number; readonly resetAt: number };

export type Counts = {
  /** Counts a hit in a window of time that begins with its first one; `tellAfter` own hits are told at once. */
  hit(key: string, windowMs: number, tellAfter: number): Total;
  /** Changes a count that stays until it is changed back. */
  hold(key: string, change: 1 | -1): void;
  total(key: string): number;
  receive(message: CountsMessage): void;
  /** Asks the others for all that they have, and tells all of our own. */
  exchange(): void;
  stop(): void;
};

type Others = Map<string, { readonly count: number; readonly until: number }>;
type Entry = { own: number; told: number; until: number; isHeld: boolean; others: Others | undefined };

/** What is not urgent is told together, so often. */
const TELL_EVERY_MS = 100;
/** Held counts are told again so often, and forgotten without: their gateway has died. */
const HOLD_AGAIN_MS = 5_000;
const HELD_FOR_MS = 15_000;
const SWEEP_MS = 30_000;
const KEYS_MAX = 100_000;
const COUNTS_PER_MESSAGE_MAX = 1_000;

const othersOf = ({ others }: Entry, now: number): number => {
  let sum = 0;
  for (const { count, until } of others?.values() ?? []) if (until > now) sum += count;
  return sum;
};

const isLive = (entry: Entry, now: number): boolean =>
  (entry.isHeld ? entry.own > 0 : entry.until > now) || othersOf(entry, now) > 0;

/** The keys of this gateway, of which there are never more than fit. */
const openEntries = () => {
  const entries = new Map<string, Entry>();
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [key, entry] of entries) if (!isLive(entry, now)) entries.delete(key);
  }, SWEEP_MS);
  sweep.unref();
  return {
    all: entries,
    get: (key: string) => entries.get(key),
    open: (key: string): Entry => {
      const known = entries.get(key);
      if (known) return known;
      const oldest = entries.size >= KEYS_MAX ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      const entry: Entry = { own: 0, told: 0, until: 0, isHeld: false, others: undefined };
      entries.set(key, entry);
      return entry;
    },
    stop: () => clearInterval(sweep),
  };
};

/** Tells own counts that have changed: soon, or at once. */
const openTelling = (
  id: string,
  entries: ReturnType<typeof openEntries>,
  publish: (message: CountsMessage) => void,
) => {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUrgent = false;

  const told = (key: string, now: number): ToldCount[] => {
    const entry = entries.get(key);
    if (!entry) return [];
    entry.told = entry.own;
    return [[key, entry.own, Math.round(entry.isHeld ? HELD_FOR_MS : entry.until - now)]];
  };
  const tell = () => {
    clearTimeout(timer);
    timer = undefined;
    isUrgent = false;
    const now = performance.now();
    const counts = [...changed].flatMap((key) => told(key, now));
    changed.clear();
    for (let start = 0; start < counts.length; start += COUNTS_PER_MESSAGE_MAX) {
      publish({ from: id, counts: counts.slice(start, start + COUNTS_PER_MESSAGE_MAX) });
    }
  };
  return {
    soon: (key: string) => {
      changed.add(key);
      timer ??= setTimeout(tell, TELL_EVERY_MS);
    },
    now: (key: string) => {
      changed.add(key);
      if (isUrgent) return;
      isUrgent = true;
      setImmediate(tell);
    },
    stop: () => {
      clearTimeout(timer);
      tell();
    },
  };
};

/** Opens the counts of the gateway `id`; `publish` sends a message to all others. */
export const openCounts = (id: string, publish: (message: CountsMessage) => void): Counts => {
  const entries = openEntries();
  const telling = openTelling(id, entries, publish);

  const tellAll = (which: (entry: Entry) => boolean) => {
    const now = performance.now();
    for (const [key, entry] of entries.all) {
      if (entry.own > 0 && (entry.isHeld || entry.until > now) && which(entry)) telling.soon(key);
    }
  };
  const again = setInterval(() => tellAll(({ isHeld }) => isHeld), HOLD_AGAIN_MS);
  again.unref();

  /** A window that others have begun is ours too, so that it ends at once everywhere. */
  const beginWindow = (entry: Entry, now: number, windowMs: number) => {
    const worthJoining = now + windowMs / 10;
    const begun = [...(entry.others?.values() ?? [])]
      .map(({ until }) => until)
      .filter((until) => until > worthJoining);
    entry.own = 0;
    entry.told = 0;
    entry.until = begun.length > 0 ? Math.max(...begun) : now + windowMs;
  };

  return {
    hit: (key, windowMs, tellAfter) => {
      const now = performance.now();
      const entry = entries.open(key);
      if (entry.until <= now) beginWindow(entry, now, windowMs);
      entry.own += 1;
      if (entry.own - entry.told >= tellAfter) telling.now(key);
      else telling.soon(key);
      return { total: entry.own + othersOf(entry, now), resetAt: entry.until };
    },
    hold: (key, change) => {
      const entry = entries.open(key);
      entry.isHeld = true;
      entry.own = Math.max(0, entry.own + change);
      telling.now(key);
    },
    total: (key) => {
      const entry = entries.get(key);
      if (!entry) return 0;
      const now = performance.now();
      return (entry.isHeld || entry.until > now ? entry.own : 0) + othersOf(entry, now);
    },
    receive: ({ from, counts, asks }) => {
      if (from === id) return;
      const now = performance.now();
      for (const [key, count, msLeft] of counts) {
        const entry = entries.open(key);
        entry.others ??= new Map();
        entry.others.set(from, { count, until: now + msLeft });
      }
      if (asks) tellAll(() => true);
    },
    exchange: () => {
      publish({ from: id, counts: [], asks: true });
      tellAll(() => true);
    },
    stop: () => {
      clearInterval(again);
      entries.stop();
      telling.stop();
    },
  };
};
