// A result of 50,000 bars, for benchmarks of the screen.
import { randomUUID } from 'node:crypto';
import type { ExecuteInput, ExecuteResponse } from '@tradeium/contracts';
import type { RegisteredUser } from '../../e2e/api-client.ts';
import { endOfRun } from '../../e2e/backtest-story.ts';

const RUN_TIMEOUT_MS = 300_000;

/** Runs code as the first strategy of a chat on hourly candles of 2020 to 2025. */
export const runHourly = async (user: RegisteredUser, chatId: string, code: string): Promise<void> => {
  await user.get('applyStrategy', { id: chatId, strategy_code: code });
  const input = {
    backtest_id: chatId,
    run_id: randomUUID(),
    portfolio: ['USDT', 'BTC', 'ETH'],
    fees: 0.001,
    start_date: '2020-01-01',
    end_date: '2025-10-07',
    timeframe: '1h',
    focused_strategy: 'strategy_0',
  } satisfies ExecuteInput;
  const { body } = await endOfRun(user, input, RUN_TIMEOUT_MS);
  if (!(body as ExecuteResponse).success) throw new Error(`the run failed: ${JSON.stringify(body)}`);
};
