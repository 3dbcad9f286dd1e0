// Answers with the days on which all coins of a portfolio have candles.
import {
  type DateRange,
  isRefusal,
  messageOf,
  QUOTE_CURRENCY,
  refuse,
  unknownCoin,
} from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { commonDateRange } from '../../candles/date-range.ts';
import type { Dependencies } from '../dependencies.ts';

export const getCommonDateRange = ({ candles }: Pick<Dependencies, 'candles'>): Handler =>
  fromAggregates(
    userHandler(messageOf('getCommonDateRange'), async ({ coins, timeframe }) => {
      const unknown = unknownCoin(coins);
      if (unknown !== undefined) return refuse('UNKNOWN_COIN', { coin: unknown });
      const traded = [...new Set(coins)].filter((coin) => coin !== QUOTE_CURRENCY);
      if (traded.length === 0) return answer(NO_RANGE);
      // Shorter bars start and close with the day, so daily candles have the same days.
      const series = await candles.loadAll(traded, timeframe === 'weekly' ? 'weekly' : '24h');
      if (isRefusal(series)) return series;
      return answer(commonDateRange(series));
    }),
  );

const NO_RANGE: DateRange = {
  available: false,
  start_date: null,
  end_date: null,
  limited_by: null,
  synthetic: [],
};
