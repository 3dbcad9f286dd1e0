// Lists a user's runs that have not ended, each with the input that requests it again.
import {
  type ActiveRun,
  keptMoney,
  keptParameters,
  keptPolicy,
  messageOf,
  PRIVATE_STRATEGY_ID,
  PRIVATE_STRATEGY_NAME,
  RUNS_AT_ONCE_MAX,
} from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { type ChatSummary, chatOf } from '../../projections/chats.ts';
import { type RunningRun, runningOf } from '../../projections/runs.ts';
import type { Dependencies } from '../dependencies.ts';
import { stepOf } from './run-step.ts';

/**
 * The file's place as far as it is known: it may have been renamed or deleted since. A repeated request is
 * answered for its own run, whatever is there now.
 */
const focusedStrategy = (run: RunningRun, chat: ChatSummary | null): string => {
  const index = chat?.files.findIndex(({ filename }) => filename === run.strategy) ?? 0;
  return `strategy_${Math.max(index, 0)}`;
};

const activeRun = (run: RunningRun, chat: ChatSummary | null, step: ActiveRun['step']): ActiveRun => {
  const { portfolio, timeframe, fees, start_date, end_date } = run.settings;
  return {
    run_id: run._id,
    strategy_filename: run.strategy,
    started_at: run.startedAt,
    step,
    input: {
      backtest_id: run.chatId,
      run_id: run._id,
      portfolio,
      timeframe,
      fees,
      start_date,
      end_date,
      ...keptMoney(run.settings),
      ...keptPolicy(run.settings),
      ...keptParameters(run.parameters),
      ...(run.isPrivate
        ? { focused_strategy: PRIVATE_STRATEGY_NAME, private_strategy_id: PRIVATE_STRATEGY_ID }
        : { focused_strategy: focusedStrategy(run, chat) }),
    },
  };
};

export const listActiveRuns = ({
  chatModel,
  runModel,
  progress,
  workflows,
}: Pick<Dependencies, 'chatModel' | 'runModel' | 'progress' | 'workflows'>): Handler =>
  userHandler(messageOf('listActiveRuns'), async (_, userId) => {
    const running = await runningOf(runModel, userId, RUNS_AT_ONCE_MAX);
    const runs = running.map(async (run) =>
      activeRun(
        run,
        await chatOf(chatModel, userId, run.chatId),
        await stepOf({ progress, workflows }, run._id),
      ),
    );
    return answer({ runs: await Promise.all(runs) });
  });
