// Starts a backtest run: what is run, on what and for whom is settled here and written down; a reaction does the rest.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  isRefusal,
  MESSAGES,
  type Refusal,
  RUNS_AT_ONCE_MAX,
  type RunSettings,
  refuse,
  unknownCoin,
} from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { decideRun } from '../domain/run.ts';
import { chatIn, type StrategyFile, type Workspace } from '../domain/workspace.ts';
import { countRunning } from '../projections/runs.ts';
import type { Dependencies } from './dependencies.ts';

/** The strategy file that `strategy_{index}` names. */
const focusedFile = (workspace: Workspace, chatId: string, focused: string): StrategyFile | Refusal => {
  const chat = chatIn(workspace, chatId);
  if (!chat) return refuse('CHAT_NOT_FOUND');
  const index = /^strategy_(\d{1,4})$/.exec(focused)?.[1];
  if (index === undefined) return refuse('STRATEGY_REQUIRED');
  return chat.files[Number(index)] ?? refuse('STRATEGY_FILE_NOT_FOUND');
};

type Asked = { userId: string; chatId: string; settings: RunSettings };

/** Whether a run is what somebody asks for again; the strategy may have new versions since. */
const isSameRun = (started: Asked, asked: Asked): boolean =>
  started.userId === asked.userId &&
  started.chatId === asked.chatId &&
  isDeepStrictEqual(started.settings, asked.settings);

export const executeBacktest = ({
  workspaces,
  runs,
  runModel,
}: Pick<Dependencies, 'workspaces' | 'runs' | 'runModel'>): Handler =>
  userHandler(MESSAGES.startRun, async (input, userId, request) => {
    const unknown = unknownCoin(input.portfolio);
    if (unknown !== undefined) return refuse('UNKNOWN_COIN', { coin: unknown });
    if (input.private_strategy_id !== undefined) return refuse('NOT_AVAILABLE_YET');
    const { portfolio, timeframe, fees, start_date, end_date } = input;
    const settings = { portfolio, timeframe, fees, start_date, end_date };
    const runId = input.run_id ?? randomUUID();
    const { state: known, sequence } = await runs.load(runId);
    if (known.status !== 'unknown') {
      const asked = { userId, chatId: input.backtest_id, settings };
      return isSameRun(known.started, asked)
        ? answer({ run_id: runId }, { context: 'backtest', sequence })
        : refuse('COMMAND_ID_REUSED');
    }
    const { state: workspace } = await workspaces.load(userId);
    const file = focusedFile(workspace, input.backtest_id, input.focused_strategy);
    if (isRefusal(file)) return file;
    if ((await countRunning(runModel, userId)) >= RUNS_AT_ONCE_MAX) {
      return refuse('TOO_MANY_RUNS', { limit: RUNS_AT_ONCE_MAX });
    }
    const data = {
      runId,
      chatId: input.backtest_id,
      userId,
      strategyFilename: file.filename,
      strategyVersion: file.version,
      code: file.code,
      settings,
    };
    const outcome = await runs.execute(
      runId,
      {
        commandId: `start:${runId}`,
        input: { userId, ...input, run_id: runId },
        userId,
        correlationId: request.correlationId,
      },
      (run) => decideRun({ type: 'StartRun', data }, run),
    );
    if (!outcome.ok) return outcome.refusal;
    return answer({ run_id: runId }, { context: 'backtest', sequence: outcome.sequence });
  });
