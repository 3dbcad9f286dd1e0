// The shape of every benchmark's result: one measured figure beside the figure it has to reach.

export type BenchRow = { name: string; value: string; target: string; met: boolean };

const WARM_UP_MS = 400;
const WARM_UP_RUNS_MIN = 3;

/** Runs `work` until it is compiled and its memory is warm, then gives the median time of five runs in ms. */
export async function warmMedianMs(work: () => unknown): Promise<number> {
  const warmAt = performance.now() + WARM_UP_MS;
  for (let run = 0; run < WARM_UP_RUNS_MIN || performance.now() < warmAt; run++) await work();
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return times[2] as number;
}

/** Prints rows as an aligned table, with a mark before each figure that misses its target. */
export function printRows(rows: readonly BenchRow[]): void {
  const wide = (pick: (row: BenchRow) => string) => Math.max(...rows.map((row) => pick(row).length));
  const name = wide((row) => row.name);
  const value = wide((row) => row.value);
  for (const row of rows) {
    const mark = row.met ? '  ' : '! ';
    console.log(`${mark}${row.name.padEnd(name)}  ${row.value.padStart(value)}  ${row.target}`);
  }
}
