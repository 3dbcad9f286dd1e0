// One backtest run: started once, ended once, by a result, a strategy's error or a failure of ours; erased with its user.
import {
  backtestEvents,
  keptPolicy,
  moneyOf,
  type Refusal,
  type RunEvent,
  refuse,
} from '@tradeium/contracts';

type Data<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>['data'];

export type RunOutcome =
  | ({ status: 'completed' } & Data<'RunCompleted'>)
  | ({ status: 'failed' } & Data<'RunFailed'>);

export type Run =
  | { readonly status: 'unknown' }
  | { readonly status: 'erased' }
  | { readonly status: 'running'; readonly started: Data<'RunStarted'> }
  | { readonly status: 'ended'; readonly started: Data<'RunStarted'>; readonly outcome: RunOutcome };

const unknownRun: Run = { status: 'unknown' };

/** Folds one event into the run. */
const evolveRun = (run: Run, { type, data }: RunEvent): Run => {
  switch (type) {
    case 'RunStarted':
      return { status: 'running', started: data };
    case 'RunCompleted':
      return run.status === 'running'
        ? { status: 'ended', started: run.started, outcome: { status: 'completed', ...data } }
        : run;
    case 'RunFailed':
      return run.status === 'running'
        ? { status: 'ended', started: run.started, outcome: { status: 'failed', ...data } }
        : run;
    case 'RunErased':
      return { status: 'erased' };
  }
};

export type RunCommand =
  | { type: 'StartRun'; data: Data<'RunStarted'> }
  | { type: 'CompleteRun'; data: Data<'RunCompleted'> }
  | { type: 'FailRun'; data: Data<'RunFailed'> }
  | { type: 'EraseRun'; data: Data<'RunErased'> };

type Asked = Pick<Data<'RunStarted'>, 'userId' | 'chatId' | 'privateStrategyId' | 'settings' | 'parameters'>;
type Started = Asked & Pick<Data<'RunStarted'>, 'given'>;

const askedOf = ({ userId, chatId, privateStrategyId, settings }: Asked): string => {
  const { portfolio, timeframe, fees, start_date, end_date } = settings;
  const { starting_capital, slippage } = moneyOf(settings);
  return JSON.stringify([
    userId,
    chatId,
    privateStrategyId,
    portfolio,
    timeframe,
    fees,
    start_date,
    end_date,
    starting_capital,
    slippage,
    keptPolicy(settings),
  ]);
};

/** A parameter that neither request gives has the default of the code that was settled when the run started. */
const fits = (started: Started, asked: Asked['parameters']): boolean =>
  (started.given ?? []).every((name) => Object.hasOwn(asked, name)) &&
  Object.entries(asked).every(
    ([name, value]) => Object.hasOwn(started.parameters, name) && started.parameters[name] === value,
  );

/**
 * True if a request repeats a run. Its file was settled when it started: since then the file may
 * have a new version, another name or another place in its chat, or be gone.
 */
export const isSameRun = (started: Started, asked: Asked): boolean =>
  askedOf(started) === askedOf(asked) && fits(started, asked.parameters);

/** Decides a command: a repetition is accepted again; a run that ended or was erased stays so. */
export const decideRun = (command: RunCommand, run: Run): RunEvent[] | Refusal => {
  switch (command.type) {
    case 'StartRun':
      if (run.status === 'unknown') return [{ type: 'RunStarted', data: command.data }];
      if (run.status === 'erased') return refuse('COMMAND_ID_REUSED');
      return isSameRun(run.started, command.data) ? [] : refuse('COMMAND_ID_REUSED');
    case 'CompleteRun':
      if (run.status === 'unknown') return refuse('RUN_NOT_FOUND');
      return run.status === 'running' ? [{ type: 'RunCompleted', data: command.data }] : [];
    case 'FailRun':
      if (run.status === 'unknown') return refuse('RUN_NOT_FOUND');
      return run.status === 'running' ? [{ type: 'RunFailed', data: command.data }] : [];
    case 'EraseRun':
      if (run.status === 'unknown') return refuse('RUN_NOT_FOUND');
      return run.status === 'erased' ? [] : [{ type: 'RunErased', data: command.data }];
  }
};

/** One aggregate per run. */
export const runAggregate = {
  ...backtestEvents.run,
  stateVersion: 2,
  initial: unknownRun,
  evolve: evolveRun,
  decide: decideRun,
  snapshotEvery: 0,
} as const;

/** The name of a run's result folder: the strategy, the time, and the end of the run's id, where ids differ. */
export const folderNameOf = (strategyFilename: string, at: string, runId: string): string => {
  const strategy = strategyFilename.replace(/^strategy_/, '').replace(/\.py$/, '');
  const moment = at.slice(0, 19).replace(/[-:]/g, '').replace('T', '_');
  return `backtest_${strategy}_${moment}_${runId.slice(-8)}`;
};

/** The size of a run's result folder. */
const resultBytesOf = (files: readonly { readonly size: number }[]): number =>
  files.reduce((total, { size }) => total + size, 0);

/** The figures that count when a run is settled. */
export type Settlement = { readonly resultBytes: number; readonly failedMs?: number | undefined };

/** The rest that a run leaves: of a completed one its result folder, of a failed one the time that its strategy took. */
export const settlementOf = (outcome: RunOutcome): Settlement => {
  if (outcome.status === 'completed') return { resultBytes: resultBytesOf(outcome.files) };
  const isOfUser = outcome.strategyError !== null || outcome.computeMs > 0;
  return { resultBytes: 0, failedMs: isOfUser ? outcome.computeMs : undefined };
};
