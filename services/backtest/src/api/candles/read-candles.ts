// Answers other services with the candles of a range, as a file.
import { isRefusal, MESSAGES } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, handler } from '@tradeium/service-kit';
import { loadPanel } from '../../candles/load-panel.ts';
import type { Dependencies } from '../dependencies.ts';

export const readCandles = (dependencies: Pick<Dependencies, 'candles' | 'blobs'>): Handler =>
  fromAggregates(
    handler(MESSAGES.readCandles, async (range) => {
      const panel = await loadPanel(dependencies, range);
      return isRefusal(panel) ? panel : answer(panel);
    }),
  );
