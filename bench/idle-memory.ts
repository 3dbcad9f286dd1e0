// The memory of the running product while it is idle, by process.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BenchRow, untargeted } from './bench-row.ts';
import { memoryOf } from './memory.ts';
import { startProduct } from './started-product.ts';

const IDLE_MS = 32_000;
const TOTAL_MAX_BYTES = 1_126 * 2 ** 20;
/** Smaller ones are added up. */
const SHOWN_FROM_BYTES = 5 * 2 ** 20;

const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

/** Starts the product twice in a folder of its own, as a first start builds and downloads; measures the second one. */
export const run = async (): Promise<BenchRow[]> => {
  const home = await mkdtemp(join(tmpdir(), 'tradeium-bench-memory-'));
  try {
    await (await startProduct(home)).stop();
    const product = await startProduct(home);
    try {
      await delay(IDLE_MS);
      return await rowsOf(home, product.pid);
    } finally {
      await product.stop();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};

const rowsOf = async (home: string, pid: number): Promise<BenchRow[]> => {
  const { bytes, processes, measure } = memoryOf(pid);
  const { processes: named } = JSON.parse(await readFile(join(home, 'run.json'), 'utf8')) as {
    processes: Record<string, number>;
  };
  const names = new Map(Object.entries(named).map(([name, own]) => [own, name]));
  const sorted = processes.toSorted((a, b) => b.bytes - a.bytes);
  const shown = sorted.filter((one) => one.bytes >= SHOWN_FROM_BYTES);
  const others = sorted.slice(shown.length);
  return [
    {
      name: `Memory of all ${processes.length} processes, idle for ${IDLE_MS / 1000} s (${measure})`,
      value: mebibytes(bytes),
      target: `< ${mebibytes(TOTAL_MAX_BYTES)}`,
      met: bytes < TOTAL_MAX_BYTES,
    },
    ...shown.map((one) => untargeted(`  ${names.get(one.pid) ?? one.command}`, mebibytes(one.bytes))),
    untargeted(`  ${others.length} others`, mebibytes(others.reduce((sum, one) => sum + one.bytes, 0))),
  ];
};
