// Runs a backtest for a waiting client: starts it, then polls for its end, through restarts of any process.
import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import { idFrom } from '@tradeium/event-store/command-ids';
import { until } from '@tradeium/event-store/until';
import type { Answer } from '@tradeium/service-kit';
import type { Call } from '../calls/call.ts';
import type { GatewayParts } from '../gateway-parts.ts';

/** Each poll is short, so that the answer comes soon after the service restarts. */
const WAIT_MS = 3_000;
const ASK_TIMEOUT_MS = WAIT_MS + 2_000;
const PAUSE_MS = 200;
/** No run queues and works longer than this; when the client leaves, waiting stops. */
const RUN_MAX_MS = 24 * 3_600_000;
/** How long the backtest service may be down before the client gets an error. */
const OUTAGE_MAX_MS = 60_000;

/** A run id derived from the command id: a retry with the same idempotency key is the same run. */
export const runIdOf = (commandId: string): string => idFrom('run', commandId);

/** Retries while the service is down, for `OUTAGE_MAX_MS`. Any other refusal is the answer. */
const throughOutage = async <Output>(
  ask: () => Promise<Answer<Output> | Refusal>,
  stopped: AbortSignal,
): Promise<Answer<Output> | Refusal> => {
  const away = refuse('SERVICE_UNAVAILABLE');
  const answered = async () => {
    const result = await ask();
    return isRefusal(result) && result.refused === away.refused ? undefined : result;
  };
  const waiting = { pauseMs: PAUSE_MS, timeoutMs: OUTAGE_MAX_MS, signal: stopped };
  return (await until(answered, waiting)) ?? away;
};

/** Polls while the run is queued or running: a long queue is not an error. */
export const runToEnd = async (
  { ask, commandId, input }: Pick<Call<'executeBacktest'>, 'ask' | 'commandId' | 'input'>,
  stopped: AbortSignal,
): Promise<Answer<object> | Refusal> => {
  const run_id = input.run_id ?? runIdOf(commandId);
  const options = { timeoutMs: ASK_TIMEOUT_MS };
  const started = await throughOutage(() => ask(MESSAGES.startRun, { ...input, run_id }, options), stopped);
  if (isRefusal(started)) return started;
  const ended = async (): Promise<Answer<object> | Refusal | undefined> => {
    const waiting = { run_id, waitMs: WAIT_MS };
    const asked = await throughOutage(() => ask(MESSAGES.awaitRun, waiting, options), stopped);
    if (isRefusal(asked)) return asked;
    return asked.output.result ? { output: asked.output.result, written: undefined } : undefined;
  };
  const waiting = { pauseMs: PAUSE_MS, timeoutMs: RUN_MAX_MS, signal: stopped };
  return (await until(ended, waiting)) ?? refuse('SERVICE_UNAVAILABLE');
};

/**
 * Answers `executeBacktest` when the run ends. The run belongs to the service, not to this request: it continues
 * when the client leaves or this process ends, and a request with the same run id gets its answer.
 */
export const executeBacktest = async (
  call: Call<'executeBacktest'>,
  { stopping }: GatewayParts,
): Promise<Refusal | undefined> => {
  const left = new AbortController();
  call.response.once('close', () => left.abort());
  if (call.response.destroyed) left.abort();
  const stopped = AbortSignal.any([stopping, left.signal]);
  const aborted = new Promise<Refusal>((resolve) => {
    stopped.addEventListener('abort', () => resolve(refuse('SERVICE_UNAVAILABLE')), { once: true });
  });
  const result = await Promise.race([runToEnd(call, stopped), aborted]);
  if (isRefusal(result)) return result;
  call.response.json(result.output);
  return undefined;
};
