// Runs a strategy file in the real sandbox, without any server, for tests of its weights.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureBubblewrap, strategyEnvironment } from '@tradeium/embedded';

export type StrategyFileRun = {
  /** Paths: Python source, and candles as the Arrow file of a panel. */
  strategy: string;
  candles: string;
  /** The output path of the weights, an Arrow file. */
  weights: string;
};

const RUNNER = fileURLToPath(new URL('../../../services/strategy-runner', import.meta.url));
const TIMEOUT_MS = 120_000;
/** The exit code after an answer that says how the strategy failed. */
const STRATEGY_FAILED = 1;

/** The strategy runner's answer, even of a failed strategy; rejects when the runner itself fails. */
export const runStrategyFile = async ({ strategy, candles, weights }: StrategyFileRun): Promise<unknown> => {
  const [python] = await Promise.all([
    strategyEnvironment(() => undefined),
    ensureBubblewrap(() => undefined),
  ]);
  const words = ['--strategy', strategy, '--candles', candles, '--weights', weights];
  const { stdout } = await promisify(execFile)(python, ['-m', 'tradeium_runner', 'run', ...words], {
    cwd: RUNNER,
    timeout: TIMEOUT_MS,
    maxBuffer: 1 << 20,
  }).catch((cause: { code?: unknown; stdout: string }) => {
    if (cause.code === STRATEGY_FAILED) return cause;
    throw cause;
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
};
