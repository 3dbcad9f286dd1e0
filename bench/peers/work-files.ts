// Hands candles and targets to the peers: raw float64 matrices in a folder, each with a file for its shape.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Candles } from '../../libs/portfolio/fixtures/oracle/candles.ts';
import { reference } from '../../libs/portfolio/fixtures/oracle/workloads.ts';

/** One work: `targets` has a matrix for each run of a series. `more`: for a call that computes its targets itself. */
export const writeWork = async (
  folder: string,
  name: string,
  candles: Candles,
  targets: readonly Float64Array[],
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  const { bars, coins, barMs, openTimes, open, high, low, close } = candles;
  for (const [what, matrices] of Object.entries({
    open: [open],
    high: [high],
    low: [low],
    close: [close],
    targets,
  })) {
    await writeFile(join(folder, `${name}.${what}.f64`), matrices);
  }
  const about = {
    bars,
    coins,
    bar_ms: barMs,
    start_ms: openTimes[0],
    runs: targets.length,
    initial_cash: reference.initial_cash,
    fee: reference.fee,
    ...more,
  };
  await writeFile(join(folder, `${name}.json`), JSON.stringify(about));
};
