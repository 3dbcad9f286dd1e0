// Starts the product as its users do, in separate processes, so that nothing of the benchmark is measured with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export type StartedProduct = {
  urls: { gateway: string; mail: string; nats: string };
  /** The process that all others descend from. */
  pid: number;
  /** From the command to the ready line. */
  startedInMs: number;
  stop(): Promise<void>;
};

const root = resolve(import.meta.dirname, '../..');
/** The first start on a machine may download and build for long. */
const READY_TIMEOUT_MS = 30 * 60_000;

/** Runs what `npm start` runs, with its state in `home`, and resolves at the ready line. */
export const startProduct = async (
  home: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<StartedProduct> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(root, 'scripts', 'run.mjs'), 'start'], {
    cwd: root,
    // Its limits per user are too low for a benchmark.
    env: {
      ...process.env,
      TRADEIUM_HOME: home,
      PORT: '0',
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_EXECUTE_PER_MINUTE: '100000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const said: string[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    if (line.includes('is ready at http')) ready.resolve();
  });
  void exited.then(() =>
    ready.reject(new Error(`the product did not start:\n${said.slice(-10).join('\n')}`)),
  );
  const timer = setTimeout(() => child.kill('SIGTERM'), READY_TIMEOUT_MS);
  await ready.promise;
  clearTimeout(timer);
  return {
    urls: JSON.parse(await readFile(join(home, 'run.json'), 'utf8')) as StartedProduct['urls'],
    pid: child.pid as number,
    startedInMs: performance.now() - startedAt,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
