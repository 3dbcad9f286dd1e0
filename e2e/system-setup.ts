// Starts one whole system, in a separate home and on free ports, for all tests of the running system.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INCAPABLE, type RunningSystem, startSystem } from '@tradeium/embedded';
import type { TestProject } from 'vitest/node';
import type { StartLine } from './start-lines.ts';
import { systemEnvironment } from './system-environment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** TRADEIUM_HOME of the system under test; its run.json has addresses and processes. */
    systemHome: string;
    /** The terminal's lines until the system was ready. */
    startLines: readonly StartLine[];
  }
}

const incapable: string[] = [];
const startLines: StartLine[] = [];
let home: string;
let system: RunningSystem | undefined;

/** Called by Vitest before the first test. */
export const setup = async ({ provide }: TestProject): Promise<void> => {
  home = await mkdtemp(join(tmpdir(), 'tradeium-system-'));
  system = await startSystem({
    home,
    port: 0,
    env: await systemEnvironment(home),
    report: (name, line) => {
      if (process.env.SHOW_SYSTEM) console.log(`${name.padEnd(16)} ${line}`);
      if (line === INCAPABLE) incapable.push(name);
      startLines.push({ process: name, line });
    },
  });
  if (incapable.length > 0) throw new Error(`not ready in time: ${incapable.join(', ')}`);
  provide('systemHome', home);
  provide('startLines', [...startLines]);
};

/** Called by Vitest after the last test. */
export const teardown = async (): Promise<void> => {
  await system?.stop();
  if (!process.env.KEEP_SYSTEM_HOME) await rm(home, { recursive: true, force: true });
};
