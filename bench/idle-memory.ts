// The memory of the running product while it is idle, by process: the median of several starts.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BenchRow, untargeted } from './parts/bench-row.ts';
import { type Memory, memoryOf } from './parts/memory.ts';
import { startProduct } from './parts/started-product.ts';

const IDLE_MS = 32_000;
/** When a process collects its garbage differs from start to start. */
const STARTS = 3;
const TOTAL_MAX_BYTES = 1_126 * 2 ** 20;
/** Smaller ones are added up. */
const SHOWN_FROM_BYTES = 5 * 2 ** 20;

const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

type Measured = Memory & { readonly named: Readonly<Record<string, number>> };

/** One start of the product, idle. */
const measureOnce = async (home: string): Promise<Measured> => {
  const product = await startProduct(home);
  try {
    await delay(IDLE_MS);
    const { processes: named } = JSON.parse(await readFile(join(home, 'run.json'), 'utf8')) as {
      processes: Record<string, number>;
    };
    return { ...memoryOf(product.pid), named };
  } finally {
    await product.stop();
  }
};

/** Starts the product in its own folder; the first start builds and downloads, and is not measured. */
export const run = async (): Promise<BenchRow[]> => {
  const home = await mkdtemp(join(tmpdir(), 'tradeium-bench-memory-'));
  try {
    await (await startProduct(home)).stop();
    const measured: Measured[] = [];
    for (let start = 0; start < STARTS; start += 1) measured.push(await measureOnce(home));
    return rowsOf(measured.sort((a, b) => a.bytes - b.bytes));
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};

/** The rows of the middle one. */
const rowsOf = (sortedStarts: readonly Measured[]): BenchRow[] => {
  const middle = sortedStarts[Math.floor(sortedStarts.length / 2)] as Measured;
  const { bytes, processes, measure, named } = middle;
  const names = new Map(Object.entries(named).map(([name, own]) => [own, name]));
  const sorted = processes.toSorted((a, b) => b.bytes - a.bytes);
  const shown = sorted.filter((one) => one.bytes >= SHOWN_FROM_BYTES);
  const others = sorted.slice(shown.length);
  return [
    {
      name: `Memory of all ${processes.length} processes, idle for ${IDLE_MS / 1000} s: median of ${STARTS} starts (${measure})`,
      value: mebibytes(bytes),
      target: `< ${mebibytes(TOTAL_MAX_BYTES)}`,
      met: bytes < TOTAL_MAX_BYTES,
    },
    untargeted('  of each start', sortedStarts.map((one) => mebibytes(one.bytes)).join(', ')),
    ...shown.map((one) => untargeted(`  ${names.get(one.pid) ?? one.command}`, mebibytes(one.bytes))),
    untargeted(`  ${others.length} others`, mebibytes(others.reduce((sum, one) => sum + one.bytes, 0))),
  ];
};
