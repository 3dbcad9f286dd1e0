// Runs code as the product does, in the real sandbox, but on made-up candles and without servers.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QuickResult } from '@tradeium/contracts';
import { withTrials } from '@tradeium/portfolio';
import { answer, type RequestClient } from '@tradeium/service-kit';
import { runStrategyFile } from '@tradeium/testing';
import { encodePanel } from '../../services/backtest/src/candles/panel.ts';
import { quickResultOf } from '../../services/backtest/src/results/quick-result.ts';
import type { RunResult } from '../../services/backtest/src/results/run-result.ts';
import { simulateRun } from '../../services/backtest/src/results/simulate-run.ts';
import { decodeWeights } from '../../services/backtest/src/results/weights-file.ts';
import type { StrategyAnswer } from '../../services/backtest/src/workflows/run-backtest-contract.ts';
import { madeUpCandles, SETTINGS } from './made-up-candles.ts';

type Failure = {
  readonly ok: false;
  readonly kind: string;
  readonly message: string;
  readonly line: number | null;
};
type Ran = { readonly ok: true; readonly quick: QuickResult; readonly result: RunResult };
export type Outcome = Failure | Ran;

export type Market = {
  readonly run: (code: string) => Promise<Outcome>;
  /** Answers the tools' requests as backtest would. */
  readonly client: RequestClient;
  readonly close: () => Promise<void>;
};

/** The findings of the parser and the contract of strategies; all others come with a run. */
const FOUND_BY_CHECK = new Set(['syntax', 'contract']);

type Printed = StrategyAnswer & {
  readonly report: { readonly message: string | null; readonly prints: string };
};

export const openMarket = async (): Promise<Market> => {
  const directory = await mkdtemp(join(tmpdir(), 'evaluation-'));
  const panel = madeUpCandles();
  const candles = join(directory, 'candles.arrow');
  await writeFile(candles, encodePanel(panel));
  const outcomes = new Map<string, Promise<Outcome>>();

  const compute = async (code: string, number: number): Promise<Outcome> => {
    const [strategy, weights] = [`${number}.py`, `${number}.arrow`].map((name) => join(directory, name)) as [
      string,
      string,
    ];
    await writeFile(strategy, code);
    const printed = (await runStrategyFile({ strategy, candles, weights })) as Printed;
    const { message, prints } = printed.report;
    if (!printed.ok)
      return { ok: false, kind: printed.kind, message: message ?? printed.kind, line: printed.line };
    const simulated = simulateRun(panel, decodeWeights(await readFile(weights), panel), SETTINGS);
    // Nothing is counted here: each code is judged alone.
    const statistics = withTrials(simulated.statistics, { count: 1, variance: null });
    const result = { ...simulated, statistics };
    return {
      ok: true,
      result,
      quick: quickResultOf({ panel, result, strategy: printed, settings: SETTINGS, prints }),
    };
  };
  /** The same code is run once. */
  const run = (code: string): Promise<Outcome> => {
    const known = outcomes.get(code) ?? compute(code, outcomes.size);
    outcomes.set(code, known);
    return known;
  };

  const respond = async (
    name: string,
    { strategy_code: code = '' }: { strategy_code?: string },
  ): Promise<unknown> => {
    const outcome = await run(code);
    if (name === 'tryStrategy' || name === 'try-strategy')
      return { result: outcome.ok ? outcome.quick : outcome };
    if (outcome.ok || !FOUND_BY_CHECK.has(outcome.kind)) return { problems: [], parameters: [] };
    const line = outcome.line ?? 1;
    const place = { line, column: 1, end_line: line, end_column: 2 };
    return { problems: [{ ...place, severity: 'error', message: outcome.message }], parameters: [] };
  };
  return {
    run,
    client: {
      request: async (message, input) => {
        const output = await respond(message.name, input as { strategy_code?: string });
        return answer(message.output.parse(output));
      },
    },
    close: () => rm(directory, { recursive: true, force: true }),
  };
};
