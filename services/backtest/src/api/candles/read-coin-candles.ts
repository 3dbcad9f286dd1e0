// Answers the candles of a coin of a result, as many as a screen shows.
import { isRefusal, messageOf, QUOTE_CURRENCY, rangeOfDays, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatOf } from '../../projections/chats.ts';
import { folderOf } from '../../projections/runs.ts';
import { coinCandles, partOf } from '../../results/coin-candles.ts';
import type { Dependencies } from '../dependencies.ts';

export const readCoinCandles = (dependencies: Dependencies): Handler =>
  userHandler(
    messageOf('readCoinCandles'),
    async ({ id, folderName, coin, from_ms, until_ms, at_most }, userId) => {
      const { chatModel, runModel, candles } = dependencies;
      if (!(await chatOf(chatModel, userId, id))) return refuse('CHAT_NOT_FOUND');
      const run = await folderOf(runModel, id, folderName);
      if (!run) return refuse('FOLDER_NOT_FOUND');
      const { settings } = run;
      if (coin === QUOTE_CURRENCY || !settings.portfolio.includes(coin))
        return refuse('UNKNOWN_COIN', { coin });
      const loaded = await candles.loadAll([coin], settings.timeframe);
      if (isRefusal(loaded)) return loaded;
      const [series] = loaded;
      if (!series) return refuse('CANDLES_UNAVAILABLE');
      const part = partOf(rangeOfDays(settings), from_ms, until_ms);
      return answer(coinCandles(series, part, at_most));
    },
  );
