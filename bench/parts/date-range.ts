// The page's wait when a user picks coins: the dates for which all of them have candles.
import { COINS, PORTFOLIO_ENTRIES_MAX } from '@tradeium/contracts';
import type { ApiClient } from '../../e2e/api-client.ts';
import { type BenchRow, milliseconds, quantile } from './bench-row.ts';

const REQUESTS = 200;
const WARM_UP_REQUESTS = 50;
const LIMIT_MS = 20;

/** Requests one by one, through the gateway, with as many coins as a portfolio may have. */
export const dateRangeRow = async (user: ApiClient): Promise<BenchRow> => {
  const input = { coins: COINS.slice(0, PORTFOLIO_ENTRIES_MAX), timeframe: '24h' } as const;
  const times: number[] = [];
  for (let request = 0; request < WARM_UP_REQUESTS + REQUESTS; request += 1) {
    const start = performance.now();
    const { available } = await user.get('getCommonDateRange', input);
    times.push(performance.now() - start);
    if (!available) throw new Error('there is no common range of dates');
  }
  const slow = quantile(times.slice(WARM_UP_REQUESTS), 0.95);
  return {
    name: `Dates that ${PORTFOLIO_ENTRIES_MAX} coins have in common, through the gateway (p95 of ${REQUESTS})`,
    value: milliseconds(slow),
    target: `< ${LIMIT_MS} ms`,
    met: slow < LIMIT_MS,
  };
};
