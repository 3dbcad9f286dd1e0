// Answers agents with how coins moved between two days.
import { isRefusal, MESSAGES } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { loadPanel } from '../candles/load-panel.ts';
import { decodePanel } from '../candles/panel.ts';
import { coinFigures } from '../results/coin-figures.ts';
import type { Dependencies } from './dependencies.ts';

export const summarizeCoins = (dependencies: Pick<Dependencies, 'candles' | 'blobs'>): Handler =>
  handler(MESSAGES.summarizeCoins, async ({ coins, from, to }) => {
    const range = { portfolio: coins, timeframe: '24h', start_date: from, end_date: to } as const;
    const loaded = await loadPanel(dependencies, range);
    if (isRefusal(loaded)) return loaded;
    const panel = decodePanel(await dependencies.blobs.get(loaded.candles));
    return answer({ from, to: loaded.end_date, ...coinFigures(panel) });
  });
