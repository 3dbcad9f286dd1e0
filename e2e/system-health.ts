// A running system as operators see it: the health and figures of its backtest service, and the status on the command line.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** A server that freezes, or comes back, is seen within ten seconds. */
export const SEEN = { timeout: 10_000, interval: 250 };

/** The health of the system whose run.json is in `home`. */
export const openHealth = (home: string) => {
  const health = (path: string): Promise<Response> => {
    const running = JSON.parse(readFileSync(join(home, 'run.json'), 'utf8')) as {
      health: Record<string, string>;
    };
    return fetch(`${running.health.backtest}${path}`, { signal: AbortSignal.timeout(5_000) });
  };
  return {
    health,
    /** The service's words about a capability. */
    said: async (capability: string): Promise<string> => {
      const { capabilities } = (await (await health('/readyz/all')).json()) as {
        capabilities: Record<string, string>;
      };
      return capabilities[capability] ?? '';
    },
    figure: async (capability: string): Promise<string | undefined> => {
      const text = await (await health('/metrics')).text();
      return text.match(new RegExp(`^tradeium_capability{capability="${capability}",.*} (\\d)$`, 'm'))?.[1];
    },
    statusOnCommandLine: (): string => {
      const env = { ...process.env, TRADEIUM_HOME: home, NATS_URL: '' };
      const { stdout, stderr, signal } = spawnSync(process.execPath, ['scripts/operate.ts', 'status'], {
        env,
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect(signal).toBeNull();
      return stdout + stderr;
    },
  };
};
