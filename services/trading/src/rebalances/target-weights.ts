// Asks backtest for the target weights of the bar that has closed: the same code, candles and rule as a backtest.
import { setTimeout as delay } from 'node:timers/promises';
import {
  type DeploymentEvent,
  isRefusal,
  MESSAGES,
  QUOTE_CURRENCY,
  type Refusal,
  refuse,
  TIMEFRAME_MS,
} from '@tradeium/contracts';
import { type Blobs, type RequestClient, replyFile } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { DeployedCode } from '../sealed/deployed-code.ts';
import type { DecidedWeights } from './decision-up-to.ts';

type Created = Extract<DeploymentEvent, { type: 'DeploymentCreated' }>['data'];
type Weights = Extract<NonNullable<z.output<typeof MESSAGES.computeWeights.output>['result']>, { ok: true }>;

export type WeightsDependencies = {
  readonly client: RequestClient;
  readonly blobs: Blobs;
  readonly codeStore: DeployedCode;
};

export type TargetWeights = {
  readonly weights: DecidedWeights;
  /** Close of the bar that was decided on, ISO 8601. */
  readonly decidedAt: string;
  /** SHA-256 of the candles that the strategy read. */
  readonly candles: string;
};

const WAIT_MS = 15_000;
const ANSWER_MARGIN_MS = 5_000;
/** Before each next attempt: an exchange may publish a bar late, and one without a new candle is left alone for a minute. */
const BAR_PAUSES_MS = [2_000, 5_000, 10_000, 20_000, 30_000];

/** As what backtest admits it, and how soon; the same request for another purpose finds what has been computed. */
export type Purpose = z.input<typeof MESSAGES.computeWeights.input>['purpose'];

/** How a strategy can fail, by the runner's name for it (docs/strategies.md). */
const FAILURES: Readonly<Record<string, string>> = {
  syntax: 'its code is not valid Python',
  contract: 'it did not return valid weights',
  exception: 'its code raised an error',
  timeout: 'it ran too long',
  memory: 'it used too much memory',
  forbidden: 'it tried to do something that strategies are not allowed to do',
};

type Asked = {
  readonly requestId: string;
  readonly barCloseMs: number;
  readonly onWait: () => void;
  readonly patienceMs: number;
  readonly purpose: Purpose;
  /** Aborted: nobody is waiting. */
  readonly signal?: AbortSignal;
};

/** The source with its parameters, as the runner reads it, in the clear while it is computed. */
const withSource = async <Result>(
  { blobs, codeStore }: WeightsDependencies,
  { userId, deploymentId, privateStrategyId, codeSha256, parameters }: Created,
  requestId: string,
  work: (strategy: { code: string } | { private_strategy_id: 'trendbot_2_0' }) => Promise<Result>,
): Promise<Result | Refusal> => {
  if (privateStrategyId !== null) return work({ private_strategy_id: privateStrategyId });
  const code = codeSha256 === null ? null : await codeStore.find(userId, deploymentId, codeSha256);
  if (code === null) return refuse('DEPLOYMENT_NOT_FOUND');
  const digest = await blobs.put(replyFile(JSON.stringify({ check: requestId, code, parameters })));
  try {
    return await work({ code: digest });
  } finally {
    await blobs.remove(digest).catch(() => undefined);
  }
};

/** Asks until it has ended; the same request is the same computation. */
const compute = async (
  dependencies: WeightsDependencies,
  created: Created,
  { requestId, purpose, onWait, patienceMs, signal }: Asked,
): Promise<Weights | Refusal> => {
  const { userId, settings } = created;
  const { portfolio, timeframe, start_date, fees } = settings;
  const request = { userId, commandId: requestId, correlationId: requestId };
  const computed = await withSource(dependencies, created, requestId, async (strategy) => {
    const range = { portfolio, timeframe, start_date, end_date: null, fees };
    const input = { ...range, request_id: requestId, strategy, purpose, wait_ms: WAIT_MS };
    const deadlineMs = performance.now() + patienceMs;
    while (performance.now() < deadlineMs) {
      signal?.throwIfAborted();
      onWait();
      const answered = await dependencies.client.request(MESSAGES.computeWeights, input, request, {
        timeoutMs: WAIT_MS + ANSWER_MARGIN_MS,
      });
      if (isRefusal(answered)) return answered;
      if (answered.output.result) return answered.output.result;
    }
    return refuse('STRATEGIES_UNAVAILABLE');
  });
  if (isRefusal(computed)) return computed;
  if (computed.ok) return computed;
  const line = computed.line === null ? '' : ` in line ${computed.line}`;
  return refuse('STRATEGY_FAILED', {
    problem: `${FAILURES[computed.kind] ?? 'it stopped unexpectedly'}${line}`,
  });
};

/** All weights up to the bar at least; `row`: the bar's own. */
export const weightsUpTo = async (
  dependencies: WeightsDependencies,
  created: Created,
  asked: Asked,
): Promise<{ readonly computed: Weights; readonly row: number } | Refusal> => {
  const barMs = TIMEFRAME_MS[created.settings.timeframe];
  for (const [attempt, pauseMs] of [0, ...BAR_PAUSES_MS].entries()) {
    if (pauseMs > 0) await delay(pauseMs, undefined, asked.signal && { signal: asked.signal });
    const requestId = attempt === 0 ? asked.requestId : `${asked.requestId}-${attempt}`;
    const computed = await compute(dependencies, created, { ...asked, requestId });
    if (isRefusal(computed)) return computed;
    const barsAfter = (computed.newest_open_ms - (asked.barCloseMs - barMs)) / barMs;
    // Below 0 the bar is not there yet.
    if (barsAfter >= 0) return { computed, row: computed.bars - 1 - barsAfter };
  }
  return refuse('CANDLES_UNAVAILABLE');
};

export const targetWeights = async (
  dependencies: WeightsDependencies,
  created: Created,
  asked: Asked & {
    /** Only decisions after this moment count, ms UTC; null: however old. */
    readonly decidedAfterMs: number | null;
  },
): Promise<TargetWeights | Refusal> => {
  const { portfolio, timeframe } = created.settings;
  const coins = portfolio.filter((entry) => entry !== QUOTE_CURRENCY);
  const found = await weightsUpTo(dependencies, created, asked);
  if (isRefusal(found)) return found;
  const { computed, row } = found;
  // Loads Arrow, which an idle service does without.
  const { decisionUpTo } = await import('./decision-up-to.ts');
  const { barCloseMs, decidedAfterMs } = asked;
  const barMs = TIMEFRAME_MS[timeframe];
  const oldest = decidedAfterMs === null ? 0 : Math.floor(row - (barCloseMs - decidedAfterMs) / barMs) + 1;
  const decided = decisionUpTo(await dependencies.blobs.get(computed.weights), row, coins, oldest);
  const decidedMs = barCloseMs - (row - decided.row) * barMs;
  return {
    weights: decided.weights,
    decidedAt: new Date(decidedMs).toISOString(),
    candles: computed.candles,
  };
};
