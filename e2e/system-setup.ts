// Starts one whole system, in a home of its own and on free ports, for all tests of the running system.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSystem, startSystem } from '@tradeium/embedded';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** TRADEIUM_HOME of the system under test; its run.json has addresses and processes. */
    systemHome: string;
  }
}

/** Short enough for a test to wait for, long enough for an honest strategy on a busy machine. */
export const STRATEGY_TIMEOUT_SECONDS = 6;

/** What a developer's shell may point elsewhere, and what must not reach the system under test. */
const NOT_INHERITED = [
  ...['NATS_URL', 'MONGODB_URL', 'TEMPORAL_ADDRESS', 'EXCHANGE_URL', 'EXCHANGE_ID', 'SMTP_URL'],
  ...['NOWPAYMENTS_API_URL', 'NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET'],
  ...['PUBLIC_URL', 'PORT', 'TRADEIUM_HOME', 'LOG_LEVEL'],
];

let home: string;
let system: RunningSystem | undefined;

/** Called by Vitest before the first test. */
export const setup = async ({ provide }: TestProject): Promise<void> => {
  home = await mkdtemp(join(tmpdir(), 'tradeium-system-'));
  const pages = join(home, 'pages');
  await mkdir(pages);
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_INHERITED.includes(name));
  system = await startSystem({
    home,
    port: 0,
    env: {
      ...Object.fromEntries(inherited),
      // The pages are the browser tests' business.
      WEB_DIRECTORY: pages,
      RUNNER_TIMEOUT_SECONDS: String(STRATEGY_TIMEOUT_SECONDS),
      // Limits have tests of their own.
      RATE_LIMIT_PER_MINUTE: '1000000',
      RATE_LIMIT_AUTH_PER_MINUTE: '1000000',
      RATE_LIMIT_EXECUTE_PER_MINUTE: '1000000',
      RATE_LIMIT_CHECK_PER_MINUTE: '1000000',
      RATE_LIMIT_EXPORT_PER_MINUTE: '1000000',
      RATE_LIMIT_WEBHOOK_PER_MINUTE: '1000000',
    },
    report: (name, line) => process.env.SHOW_SYSTEM && console.log(`${name.padEnd(16)} ${line}`),
  });
  provide('systemHome', home);
};

/** Called by Vitest after the last test. */
export const teardown = async (): Promise<void> => {
  await system?.stop();
  if (!process.env.KEEP_SYSTEM_HOME) await rm(home, { recursive: true, force: true });
};
