// Counts the new orders of an account, which the exchange limits per ten seconds and per day.
import { refuse } from './api-error.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

export const ORDER_LIMITS = [
  { interval: 'SECOND', intervalNum: 10, max: 100, lengthMs: 10 * SECOND_MS, header: '10s' },
  { interval: 'DAY', intervalNum: 1, max: 200_000, lengthMs: DAY_MS, header: '1d' },
] as const;

export interface OrderCount {
  /** Counts an order of an account; throws when it is one too many. Returns the counts as headers. */
  add(apiKey: string, nowMs: number): Readonly<Record<string, string>>;
}

export const createOrderCount = (): OrderCount => {
  const counts = new Map<string, { span: number; used: number }>();
  return {
    add(apiKey, nowMs) {
      const headers: Record<string, string> = {};
      for (const { interval, intervalNum, max, lengthMs, header } of ORDER_LIMITS) {
        const [key, span] = [`${apiKey} ${header}`, Math.floor(nowMs / lengthMs)];
        const before = counts.get(key);
        const used = (before?.span === span ? before.used : 0) + 1;
        if (used > max) throw refuse.tooManyOrders(max, `${intervalNum} ${interval}`);
        counts.set(key, { span, used });
        headers[`x-mbx-order-count-${header}`] = `${used}`;
      }
      return headers;
    },
  };
};
