// One backtest run: started once, ended once, by a result, a strategy's error or a failure of ours.
import { type Refusal, type RunEvent, type RunSettings, refuse, runEvents } from '@tradeium/contracts';

type Data<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>['data'];

export type RunOutcome =
  | ({ status: 'completed' } & Data<'RunCompleted'>)
  | ({ status: 'failed' } & Data<'RunFailed'>);

export type Run =
  | { readonly status: 'unknown' }
  | { readonly status: 'running'; readonly started: Data<'RunStarted'> }
  | { readonly status: 'ended'; readonly started: Data<'RunStarted'>; readonly outcome: RunOutcome };

const unknownRun: Run = { status: 'unknown' };

/** Folds one event into the run. */
const evolveRun = (run: Run, { type, data }: RunEvent): Run => {
  switch (type) {
    case 'RunStarted':
      return { status: 'running', started: data };
    case 'RunCompleted':
      return run.status === 'unknown'
        ? run
        : { status: 'ended', started: run.started, outcome: { status: 'completed', ...data } };
    case 'RunFailed':
      return run.status === 'unknown'
        ? run
        : { status: 'ended', started: run.started, outcome: { status: 'failed', ...data } };
  }
};

/** One aggregate a run. */
export const runAggregate = {
  context: 'backtest',
  name: 'run',
  events: runEvents,
  stateVersion: 1,
  initial: unknownRun,
  evolve: evolveRun,
  snapshotEvery: 0,
} as const;

export type RunCommand =
  | { type: 'StartRun'; data: Data<'RunStarted'> }
  | { type: 'CompleteRun'; data: Data<'RunCompleted'> }
  | { type: 'FailRun'; data: Data<'RunFailed'> };

const sameRun = (a: Data<'RunStarted'>, b: Data<'RunStarted'>): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Decides a command: what was already done is accepted again, a run that ended stays as it ended. */
export const decideRun = (command: RunCommand, run: Run): RunEvent[] | Refusal => {
  switch (command.type) {
    case 'StartRun':
      if (run.status === 'unknown') return [{ type: 'RunStarted', data: command.data }];
      return sameRun(run.started, command.data) ? [] : refuse('COMMAND_ID_REUSED');
    case 'CompleteRun':
      if (run.status === 'unknown') return refuse('RUN_NOT_FOUND');
      return run.status === 'ended' ? [] : [{ type: 'RunCompleted', data: command.data }];
    case 'FailRun':
      if (run.status === 'unknown') return refuse('RUN_NOT_FOUND');
      return run.status === 'ended' ? [] : [{ type: 'RunFailed', data: command.data }];
  }
};

const DAY_MS = 86_400_000;

/** The name of a run's result folder: the strategy, the moment, and the start of the run's id. */
export const folderNameOf = (strategyFilename: string, at: string, runId: string): string => {
  const strategy = strategyFilename.replace(/^strategy_/, '').replace(/\.py$/, '');
  const moment = at.slice(0, 19).replace(/[-:]/g, '').replace('T', '_');
  return `backtest_${strategy}_${moment}_${runId.slice(0, 4)}`;
};

/** The days of a run as milliseconds: from the first day's start to the end of the last day (exclusive). */
export const rangeOf = (
  settings: Pick<RunSettings, 'start_date' | 'end_date'>,
): { fromMs: number; untilMs: number } => ({
  fromMs: Date.parse(`${settings.start_date}T00:00:00Z`),
  untilMs: Date.parse(`${settings.end_date}T00:00:00Z`) + DAY_MS,
});
