// Counts by key across all gateways: each publishes its own counts and adds the others'.

/** One gateway's count of a key, and how long it is valid. */
export type PublishedCount = readonly [key: string, count: number, msLeft: number];

export type CountsMessage = {
  readonly from: string;
  readonly counts: readonly PublishedCount[];
  /** Requests all counts from the others. */
  readonly asks?: boolean | undefined;
};

export type Total = { readonly total: number; readonly resetAt: number };

export type Counts = {
  /** Counts a hit, or `by` of them, in a window that starts with the first one. Publishes after every `publishAfter` hits. */
  hit(key: string, windowMs: number, publishAfter: number, by?: number): Total;
  /** Changes a count without a window, such as open streams. */
  hold(key: string, change: 1 | -1): void;
  total(key: string): number;
  receive(message: CountsMessage): void;
  /** Requests all counts from the others, and publishes all of ours. */
  exchange(): void;
  stop(): void;
};

type Others = Map<string, { readonly count: number; readonly until: number }>;
type Entry = { own: number; published: number; until: number; isHeld: boolean; others: Others | undefined };

/** Other changes are published together at this interval. */
const PUBLISH_EVERY_MS = 100;
/** Counts without a window are published again at this interval, and expire when their gateway dies. */
const HOLD_AGAIN_MS = 5_000;
const HELD_FOR_MS = 15_000;
const FORGET_EVERY_MS = 30_000;
const KEYS_MAX = 100_000;
const COUNTS_PER_MESSAGE_MAX = 1_000;

const othersOf = ({ others }: Entry, now: number): number => {
  let sum = 0;
  for (const { count, until } of others?.values() ?? []) if (until > now) sum += count;
  return sum;
};

const isLive = (entry: Entry, now: number): boolean =>
  (entry.isHeld ? entry.own > 0 : entry.until > now) || othersOf(entry, now) > 0;

/** The counts by key, bounded in number. */
const openEntries = () => {
  const entries = new Map<string, Entry>();
  const forgetting = setInterval(() => {
    const now = performance.now();
    for (const [key, entry] of entries) if (!isLive(entry, now)) entries.delete(key);
  }, FORGET_EVERY_MS);
  forgetting.unref();
  return {
    all: entries,
    get: (key: string) => entries.get(key),
    open: (key: string): Entry => {
      const known = entries.get(key);
      if (known) return known;
      const oldest = entries.size >= KEYS_MAX ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      const entry: Entry = { own: 0, published: 0, until: 0, isHeld: false, others: undefined };
      entries.set(key, entry);
      return entry;
    },
    stop: () => clearInterval(forgetting),
  };
};

/** Publishes changed counts: soon, or at once. */
const openPublishing = (
  id: string,
  entries: ReturnType<typeof openEntries>,
  publish: (message: CountsMessage) => void,
) => {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUrgent = false;

  const publishedCount = (key: string, now: number): PublishedCount[] => {
    const entry = entries.get(key);
    if (!entry) return [];
    entry.published = entry.own;
    return [[key, entry.own, Math.round(entry.isHeld ? HELD_FOR_MS : entry.until - now)]];
  };
  const publishChanged = () => {
    clearTimeout(timer);
    timer = undefined;
    isUrgent = false;
    const now = performance.now();
    const counts = [...changed].flatMap((key) => publishedCount(key, now));
    changed.clear();
    for (let start = 0; start < counts.length; start += COUNTS_PER_MESSAGE_MAX) {
      publish({ from: id, counts: counts.slice(start, start + COUNTS_PER_MESSAGE_MAX) });
    }
  };
  return {
    soon: (key: string) => {
      changed.add(key);
      timer ??= setTimeout(publishChanged, PUBLISH_EVERY_MS);
    },
    now: (key: string) => {
      changed.add(key);
      if (isUrgent) return;
      isUrgent = true;
      setImmediate(publishChanged);
    },
    stop: () => {
      clearTimeout(timer);
      publishChanged();
    },
  };
};

/** Joins a window that another gateway has started, so that it ends everywhere at the same time. */
const beginWindow = (entry: Entry, now: number, windowMs: number) => {
  const worthJoining = now + windowMs / 10;
  const begun = [...(entry.others?.values() ?? [])]
    .map(({ until }) => until)
    .filter((until) => until > worthJoining);
  entry.own = 0;
  entry.published = 0;
  entry.until = begun.length > 0 ? Math.max(...begun) : now + windowMs;
};

/** Opens the counts of the gateway `id`; `publish` sends a message to all others. */
export const openCounts = (id: string, publish: (message: CountsMessage) => void): Counts => {
  const entries = openEntries();
  const publishing = openPublishing(id, entries, publish);

  const publishAll = (which: (entry: Entry) => boolean) => {
    const now = performance.now();
    for (const [key, entry] of entries.all) {
      if (entry.own > 0 && (entry.isHeld || entry.until > now) && which(entry)) publishing.soon(key);
    }
  };
  const again = setInterval(() => publishAll(({ isHeld }) => isHeld), HOLD_AGAIN_MS);
  again.unref();

  return {
    hit: (key, windowMs, publishAfter, by = 1) => {
      const now = performance.now();
      const entry = entries.open(key);
      if (entry.until <= now) beginWindow(entry, now, windowMs);
      entry.own += by;
      if (entry.own - entry.published >= publishAfter) publishing.now(key);
      else publishing.soon(key);
      return { total: entry.own + othersOf(entry, now), resetAt: entry.until };
    },
    hold: (key, change) => {
      const entry = entries.open(key);
      entry.isHeld = true;
      entry.own = Math.max(0, entry.own + change);
      publishing.now(key);
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
      if (asks) publishAll(() => true);
    },
    exchange: () => {
      publish({ from: id, counts: [], asks: true });
      publishAll(() => true);
    },
    stop: () => {
      clearInterval(again);
      entries.stop();
      publishing.stop();
    },
  };
};
