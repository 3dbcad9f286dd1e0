// The shape of every benchmark's result: a measured figure and its target.

export type BenchRow = { name: string; value: string; target: string; met: boolean };

export const NO_TARGET = 'no target';

const WARM_UP_MS = 400;
/** After other work has used the processor and its caches for a while. */
const TURN_WARM_UP_MS = 50;
const WARM_UP_RUNS_MIN = 3;
const RUNS = 5;

const warmUp = async (work: () => unknown, forMs: number): Promise<void> => {
  const warmAt = performance.now() + forMs;
  for (let run = 0; run < WARM_UP_RUNS_MIN || performance.now() < warmAt; run++) await work();
};

/** How long `work` takes, in ms. */
const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** The median time of five warm runs, in ms. */
export const warmMedianMs = async (work: () => unknown): Promise<number> => {
  await warmUp(work, WARM_UP_MS);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push(await timed(work));
  return median(times);
};

/** A timer of one warm run, whatever has run since the last one. */
export const warmTurn = (work: () => unknown): (() => Promise<number>) => {
  let forMs = WARM_UP_MS;
  return async () => {
    await warmUp(work, forMs);
    forMs = TURN_WARM_UP_MS;
    return timed(work);
  };
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value that `share` (0..1) of all values do not exceed. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
};

/** Milliseconds for people: to the hundredth while they are small. */
export const milliseconds = (ms: number): string => {
  const digits = ms < 100 && !Number.isInteger(ms) ? 2 : 0;
  return `${ms.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ms`;
};

/** Rows as an aligned table, with a mark before each figure that misses its target. */
export const tableOf = (rows: readonly BenchRow[]): string => {
  const wide = (pick: (row: BenchRow) => string) => Math.max(...rows.map((row) => pick(row).length));
  const name = wide((row) => row.name);
  const value = wide((row) => row.value);
  return rows
    .map(
      (row) =>
        `${row.met ? '  ' : '! '}${row.name.padEnd(name)}  ${row.value.padStart(value)}  ${row.target}`,
    )
    .join('\n');
};

/** A figure without a target. */
export const untargeted = (name: string, value: string): BenchRow => ({
  name,
  value,
  target: NO_TARGET,
  met: true,
});

/** A time that has a limit. */
export const below = (name: string, ms: number, maxMs: number): BenchRow => ({
  name,
  value: milliseconds(ms),
  target: `< ${milliseconds(maxMs)}`,
  met: ms < maxMs,
});

export const printRows = (rows: readonly BenchRow[]): void => console.log(tableOf(rows));
