// Reads the runner's log of each run: how long the strategy took, and its tests for look-ahead.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type RunnerTiming = { strategy: number; causality: number };

/** The timings of the runs so far of a product that keeps its state in `home`, by the runs' ids. */
export const runnerTimings = async (home: string): Promise<ReadonlyMap<string, RunnerTiming>> => {
  const log = await readFile(join(home, 'logs', 'strategy-runner.log'), 'utf8');
  const lines = log.split('\n').filter((line) => line.includes('"timing_ms"'));
  return new Map(
    lines.map((line) => {
      const { run_id, timing_ms } = JSON.parse(line) as { run_id: string; timing_ms: RunnerTiming };
      return [run_id, timing_ms];
    }),
  );
};
