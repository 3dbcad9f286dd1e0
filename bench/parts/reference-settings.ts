// The settings of a run on all of the reference's candles, as the product would get them.
import type { RunSettings } from '@tradeium/contracts';
import { reference } from '../../libs/portfolio/fixtures/oracle/workloads.ts';

/** All coins of the reference, for all of its days, at one interval. */
export const referenceSettings = (timeframe: RunSettings['timeframe']): RunSettings => ({
  portfolio: ['USDT', ...reference.coins],
  timeframe,
  fees: reference.fee,
  start_date: '2020-01-01',
  end_date: '2025-10-07',
});
