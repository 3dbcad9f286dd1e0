// Sends signed notices of each step of a transfer to the creator of its invoice, and repeats them until they are accepted.
import { createHmac } from 'node:crypto';
import type { Book, Notice } from './book.ts';

const TIMEOUT_MS = 3_000;
const PAUSE_MAX_MS = 60_000;
/** About a quarter of an hour. */
const ATTEMPTS_MAX = 20;
const AT_ONCE_MAX = 20;

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The same with all object keys sorted: the signed form. */
export const sorted = (value: Json): Json => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
};

export const signatureOf = (body: Json, secret: string): string =>
  createHmac('sha512', secret)
    .update(JSON.stringify(sorted(body)))
    .digest('hex');

export type Notices = { send(url: string, body: Json): void; close(): void };

/** Starts sending; notices that had not arrived when the process ended are sent again. */
export const openNotices = (
  book: Book,
  { secret, pauseMs }: { secret: string; pauseMs: number },
): Notices => {
  const timers = new Set<NodeJS.Timeout>();
  const waiting: Notice[] = [];
  let underWay = 0;
  let isClosed = false;

  const later = (notice: Notice, delayMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      waiting.push(notice);
      next();
    }, delayMs);
    timers.add(timer);
  };

  const deliver = async (notice: Notice): Promise<void> => {
    const isHeard = await post(notice, secret);
    if (isClosed) return;
    const attempts = notice.attempts + 1;
    const isDone = isHeard || attempts >= ATTEMPTS_MAX;
    const tried = { ...notice, attempts, isDone };
    book.keep({ notice: tried });
    if (!isDone) later(tried, Math.min(PAUSE_MAX_MS, pauseMs * 2 ** (attempts - 1)));
  };

  const next = (): void => {
    while (!isClosed && underWay < AT_ONCE_MAX) {
      const notice = waiting.shift();
      if (!notice) return;
      underWay += 1;
      void deliver(notice).finally(() => {
        underWay -= 1;
        next();
      });
    }
  };

  waiting.push(...book.notices.values());
  next();
  return {
    send(url, body) {
      const id = crypto.randomUUID();
      const notice = { id, url, body: JSON.stringify(body), attempts: 0, isDone: false };
      book.keep({ notice });
      waiting.push(notice);
      next();
    },
    close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
};

/** True if the notice was accepted: 2xx within three seconds. */
const post = async ({ url, body }: Notice, secret: string): Promise<boolean> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-nowpayments-sig': signatureOf(JSON.parse(body) as Json, secret),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
};
