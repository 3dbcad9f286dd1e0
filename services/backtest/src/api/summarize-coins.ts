// Answers agents with how coins moved between two days.
import { isRefusal, MESSAGES, refuse } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, handler } from '@tradeium/service-kit';
import { lastDayOf, readPanel } from '../candles/load-panel.ts';
import { coinFigures } from '../results/coin-figures.ts';
import type { Dependencies } from './dependencies.ts';

export const summarizeCoins = ({ candles }: Pick<Dependencies, 'candles'>): Handler =>
  fromAggregates(
    handler(MESSAGES.summarizeCoins, async ({ coins, from, to }) => {
      if (from > to) return refuse('DATE_RANGE_INVALID');
      const range = { portfolio: coins, timeframe: '24h', start_date: from, end_date: to } as const;
      const panel = await readPanel(candles, range);
      if (isRefusal(panel)) return panel;
      return answer({ from, to: lastDayOf(panel, range), ...coinFigures(panel) });
    }),
  );
