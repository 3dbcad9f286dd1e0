// Starts the exchange stand-in as a process, for tests that fetch candles over its real protocol.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type ExchangeProcess = { readonly url: string; stop(): Promise<void> };

const MAIN = fileURLToPath(new URL('../../../infra/local/src/main.ts', import.meta.url));

/** Starts it on a free port and resolves when it answers; it ends when the test's process does. */
export const startExchange = async (): Promise<ExchangeProcess> => {
  const child = spawn(process.execPath, [MAIN, 'exchange'], {
    env: { ...process.env, EXCHANGE_PORT: '0', EXIT_WITH_PARENT: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    url: (JSON.parse(line as string) as { exchange: string }).exchange,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
