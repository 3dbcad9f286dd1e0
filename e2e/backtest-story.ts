// The users' story in whole-system tests: save a strategy, run or study it, and check what it leaves behind.
import {
  type ExecuteInput,
  type RouteInput,
  type RouteOutput,
  RUN_STEPS,
  type RunProgress,
  type RunStep,
  runProgress,
} from '@tradeium/contracts';
import { until } from '@tradeium/testing/until';
import type { ApiAnswer, ApiClient } from './api-client.ts';

export const MOMENTUM = `"""Momentum"""
def strategy(candles, settings):
    momentum = candles.close.pct_change(30)
    return (momentum > 0).div((momentum > 0).sum(axis=1).clip(lower=1), axis=0)
`;

/** The same, but each of about seven passes over all candles waits. Passes without the last month, which look for look-ahead, don't. */
export const slowedMomentum = (seconds: number): string =>
  MOMENTUM.replace(
    'settings):\n',
    `settings):\n    import time; time.sleep(${seconds} if candles.index[-1].month == 12 else 0)\n`,
  );

/** Its run takes two seconds: time to break something. */
export const SLOW_MOMENTUM = slowedMomentum(0.3);

/** Saves code in a new chat; returns the settings that run it on 2024. */
export const saveStrategy = async (client: ApiClient, code: string): Promise<ExecuteInput> => {
  const chat = await client.get('createChat', { name: `Chat ${Math.random().toString(36).slice(2, 10)}` });
  await client.get('applyStrategy', { id: chat.id, strategy_code: code });
  return {
    backtest_id: chat.id,
    portfolio: ['USDT', 'BTC', 'ETH'],
    fees: 0.001,
    start_date: '2024-01-01',
    end_date: '2024-12-31',
    timeframe: '24h',
    focused_strategy: 'strategy_0',
  };
};

/**
 * How a run ended. Whatever breaks meanwhile, it retries with the same run id, as a client may; throws
 * when there is no answer in time.
 */
export const endOfRun = async (
  client: ApiClient,
  input: ExecuteInput,
  timeoutMs: number,
): Promise<ApiAnswer> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const ended = async () => {
    const answer = await client.call('executeBacktest', input, { signal });
    return answer.code === 'SERVICE_UNAVAILABLE' ? undefined : answer;
  };
  return until(`the end of run ${input.run_id}`, ended, { timeoutMs });
};

/** Resolves when a run has reached a step (or its end), with that progress event. */
export const untilStep = async (client: ApiClient, runId: string, step: RunStep): Promise<RunProgress> => {
  const leaving = new AbortController();
  const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(60_000)]);
  const reached = async (): Promise<RunProgress | undefined> => {
    const response = await client.open('watchRun', { run_id: runId }, signal);
    if (response.ok) {
      for await (const progress of progressOf(response)) {
        if (progress.status !== 'running') return progress;
        if (RUN_STEPS.indexOf(progress.step) >= RUN_STEPS.indexOf(step)) return progress;
      }
    }
    await response.body?.cancel();
    return undefined;
  };
  return until(`step ${step} of run ${runId}`, reached, { pauseMs: 5 }).finally(() => leaving.abort());
};

async function* progressOf(response: Response): AsyncGenerator<RunProgress> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) yield runProgress.parse(JSON.parse(data.slice('data: '.length)));
    }
  }
}

export type Aftermath = {
  /** Result folders of the run. */
  folders: number;
  /** Charges for the run. */
  charges: number;
  /** VUT that are neither available nor in the history: still held, or lost. */
  missing: number;
};

/** The traces that a run leaves for its user. */
export const aftermathOf = async (
  client: ApiClient,
  { backtest_id, run_id }: Pick<ExecuteInput, 'backtest_id' | 'run_id'>,
): Promise<Aftermath> => {
  const { files } = await client.get('listFiles', { id: backtest_id });
  const history = await client.get('getCreditHistory', {});
  const { subscription } = await client.get('getBalance', {});
  const used = history.reduce((total, { vut_cost }) => total + vut_cost, 0);
  return {
    folders: files.filter((file) => file.run_id === run_id).length,
    charges: history.filter(({ id }) => id.endsWith(`:${run_id}`)).length,
    missing: Math.abs(Math.round((subscription.vut_remaining + used) * 1e6) / 1e6),
  };
};

export type Study = RouteOutput<'readStudy'>;
export type StudyInput = RouteInput<'startStudy'>;

export const STUDY_TIMEOUT_MS = 120_000;

/** Momentum over a number of days that is chosen; each of its points takes 0.4 s. */
export const STUDIED_MOMENTUM = slowedMomentum(0.4)
  .replace(
    'def strategy',
    'PARAMETERS = {"days": {"default": 30, "min": 1, "max": 90, "step": 1}}\n\ndef strategy',
  )
  .replace('(30)', '(settings.parameters["days"])');

/** The study once it has ended, whatever breaks meanwhile. */
export const endOfStudy = (client: ApiClient, study_id: string): Promise<Study> =>
  until(
    `the end of study ${study_id}`,
    async () => {
      const study = await client.get('readStudy', { study_id });
      return study.status === 'running' ? undefined : study;
    },
    { timeoutMs: STUDY_TIMEOUT_MS },
  );

/** How many points are computed, once there are some. */
export const firstPointsOf = (client: ApiClient, study_id: string): Promise<number> =>
  until(
    `the first points of study ${study_id}`,
    async () => (await client.get('readStudy', { study_id })).done || undefined,
    { timeoutMs: STUDY_TIMEOUT_MS },
  );

/** The file `Statistics` of a result folder. */
export const statisticsOf = async (client: ApiClient, id: string, folderName: string) => {
  const file = { id, folderName, filename: 'Statistics' };
  const response = await client.open('readFolderFile', file, AbortSignal.timeout(10_000));
  return (await response.json()) as Record<string, unknown>;
};

/** The statistics of a single run with the values of a study's point. */
export const statisticsAlone = async (
  client: ApiClient,
  {
    method: _,
    parameters: __,
    settings: ___,
    study_id: ____,
    goal: _____,
    points: ______,
    ...single
  }: StudyInput,
  { parameters, settings }: Study['points'][number],
  run_id: string,
) => {
  const run = { ...single, ...settings, parameters, run_id } as ExecuteInput & { run_id: string };
  const { body } = await endOfRun(client, run, STUDY_TIMEOUT_MS);
  const { filename = '' } = body as { filename?: string };
  return statisticsOf(client, single.backtest_id, filename);
};

/** The figures of a point that a single run has, too: those of its policy compare it with a portfolio without costs. */
export const runFiguresOf = ({ statistics }: Study['points'][number]) => {
  if (!statistics) throw new Error('a point that failed has no figures');
  const { cost_per_year: _, policy_tracking_error: __, ...figures } = statistics;
  return figures;
};
