// Starts a backtest run: decides and records the code, settings and user of the run; a reaction does the rest.
import { randomUUID } from 'node:crypto';
import {
  type ExecuteInput,
  isRefusal,
  keptMoney,
  keptPolicy,
  MESSAGES,
  type ParameterValues,
  type PRIVATE_STRATEGY_ID,
  PRIVATE_STRATEGY_NAME,
  parametersOf,
  type Refusal,
  refuse,
  unknownCoin,
} from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { startRun } from '../../commands/start-run.ts';
import { isSameRun } from '../../domain/run.ts';
import { chatIn, fileAt, type Workspace } from '../../domain/workspace-state.ts';
import type { Dependencies } from '../dependencies.ts';

type ChosenStrategy = {
  strategyFilename: string;
  strategyVersion: number | null;
  code: string | null;
  privateStrategyId: typeof PRIVATE_STRATEGY_ID | null;
};

/** The private strategy, which any chat may run, or the file at `strategy_{index}`. */
const strategyOf = (workspace: Workspace, input: ExecuteInput): ChosenStrategy | Refusal => {
  const { backtest_id, focused_strategy, strategy_filename } = input;
  const { private_strategy_id: privateStrategyId = null } = input;
  const chat = chatIn(workspace, backtest_id);
  if (!chat) return refuse('CHAT_NOT_FOUND');
  if ((privateStrategyId !== null) !== (focused_strategy === PRIVATE_STRATEGY_NAME))
    return refuse('STRATEGY_REQUIRED');
  if (privateStrategyId !== null) {
    return {
      strategyFilename: PRIVATE_STRATEGY_NAME,
      strategyVersion: null,
      code: null,
      privateStrategyId,
    };
  }
  const index = /^strategy_(\d{1,4})$/.exec(focused_strategy)?.[1];
  if (index === undefined) return refuse('STRATEGY_REQUIRED');
  const file = fileAt(chat, Number(index), strategy_filename);
  if (!file) return refuse('STRATEGY_FILE_NOT_FOUND');
  const { filename, version, code } = file;
  return { strategyFilename: filename, strategyVersion: version, code, privateStrategyId };
};

type Executing = Pick<Dependencies, 'workspaces' | 'runs' | 'studies' | 'declaredParameters'>;

/** The value of each parameter that the code declares. */
const valuesOf = async (
  { declaredParameters }: Executing,
  userId: string,
  code: string | null,
  given: ParameterValues,
): Promise<{ readonly values: ParameterValues } | Refusal> => {
  if (code === null) return Object.keys(given).length > 0 ? refuse('PARAMETERS_NOT_TAKEN') : { values: {} };
  const declared = await declaredParameters(userId, code);
  return isRefusal(declared) ? declared : parametersOf(declared.parameters, given);
};

export const executeBacktest = (executing: Executing): Handler =>
  userHandler(MESSAGES.startRun, async (input, userId, request) => {
    const { workspaces, runs } = executing;
    const unknown = unknownCoin(input.portfolio);
    if (unknown !== undefined) return refuse('UNKNOWN_COIN', { coin: unknown });
    const { backtest_id: chatId, portfolio, timeframe, fees, start_date, end_date } = input;
    const chosen = { ...keptMoney(input), ...keptPolicy(input) };
    const settings = { portfolio, timeframe, fees, start_date, end_date, ...chosen };
    const runId = input.run_id ?? randomUUID();
    const { parameters: given = {} } = input;
    const privateStrategyId = input.private_strategy_id ?? null;
    const asked = { userId, chatId, settings, parameters: given, privateStrategyId };
    const { state: known, sequence } = await runs.load(runId);
    if (known.status === 'erased') return refuse('COMMAND_ID_REUSED');
    if (known.status !== 'unknown') {
      return isSameRun(known.started, asked)
        ? answer({ run_id: runId }, { context: 'backtest', sequence })
        : refuse('COMMAND_ID_REUSED');
    }
    const { state: workspace } = await workspaces.load(userId);
    const strategy = strategyOf(workspace, input);
    if (isRefusal(strategy)) return strategy;
    const parameters = await valuesOf(executing, userId, strategy.code, given);
    if (isRefusal(parameters)) return parameters;
    const values = { parameters: parameters.values, given: Object.keys(given) };
    const data = { runId, chatId, userId, ...strategy, settings, ...values };
    const { correlationId } = request;
    const started = await startRun(executing, { data, asked, correlationId });
    return isRefusal(started) ? started : answer({ run_id: runId }, started.written);
  });
