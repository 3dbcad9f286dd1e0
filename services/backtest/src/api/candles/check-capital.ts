// Answers whether a capital can trade a result: the smallest that can follow it, and what others would have returned.
import { isRefusal, messageOf, QUOTE_CURRENCY, refuse } from '@tradeium/contracts';
import { MISSED_MAX } from '@tradeium/portfolio';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { readPanel } from '../../candles/load-panel.ts';
import { matrixOf } from '../../candles/panel.ts';
import { chatOf } from '../../projections/chats.ts';
import { folderOf } from '../../projections/runs.ts';
import type { Dependencies } from '../dependencies.ts';

export const checkCapital = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('checkCapital'), async ({ id, folderName }, userId) => {
    const { chatModel, runModel, files, candles, rulesOf, resultThreads } = dependencies;
    if (!(await chatOf(chatModel, userId, id))) return refuse('CHAT_NOT_FOUND');
    const run = await folderOf(runModel, id, folderName);
    if (!run) return refuse('FOLDER_NOT_FOUND');
    const file = run.files.find(({ filename }) => filename === 'Table');
    if (!file) return refuse('FILE_NOT_FOUND');
    const { settings } = run;
    const coins = settings.portfolio.filter((entry) => entry !== QUOTE_CURRENCY);
    const rules = await rulesOf(coins);
    if (isRefusal(rules)) return rules;
    const panel = await readPanel(candles, settings);
    if (isRefusal(panel)) return panel;
    const { firstBar } = panel;
    const check = await resultThreads.checkCapital({
      settings,
      coins,
      bars: panel.timestamps.length - firstBar,
      open: matrixOf(panel, 'open', firstBar),
      close: matrixOf(panel, 'close', firstBar),
      table: await files.get(userId, file.digest),
      rules,
    });
    if (check === null) return refuse('FILE_NOT_FOUND');
    return answer({
      smallest_capital_usdt: check.smallestCapital,
      drift_max: MISSED_MAX,
      points: check.points.map(({ capital, totalReturn, placed, skipped, canFollow }) => ({
        capital_usdt: capital,
        total_return: totalReturn,
        orders: placed,
        too_small: skipped,
        can_follow: canFollow,
      })),
    });
  });
