// Ends a process in order: on SIGTERM, SIGINT or the end of its parent, newest part first, within a time limit.
import type { Log } from '../log/log.ts';

export type Lifetime = {
  /** Runs `stop` when the process ends, last added first. */
  onStop(name: string, stop: () => Promise<void> | void): void;
};

const STOP_TIMEOUT_MS = 8_000;

/** Watches the process's signals (and its standard input with `withParent`) and stops the registered parts. */
export const watchLifetime = (log: Pick<Log, 'info' | 'warn'>, withParent: boolean): Lifetime => {
  const stops: { name: string; stop: () => Promise<void> | void }[] = [];
  let stopping = false;

  const end = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    for (const { name, stop } of stops.reverse()) {
      await Promise.resolve(stop()).catch((cause: unknown) =>
        log.warn({ err: cause, name }, 'could not stop cleanly'),
      );
    }
    process.exit(0);
  };

  process.once('SIGTERM', () => void end('SIGTERM'));
  process.once('SIGINT', () => void end('SIGINT'));
  if (withParent) {
    process.stdin.once('end', () => void end('the parent process ended'));
    process.stdin.once('error', () => void end('the parent process ended'));
    process.stdin.resume();
  }
  return { onStop: (name, stop) => void stops.push({ name, stop }) };
};

/** Standard output is for the line of JSON. */
const ONLY_WARNINGS = { info: () => undefined, warn: console.error };

/** Of a server without NATS: prints `{"ready":true,…}` as one line, and closes it when the process ends. */
export const runUntilStopped = (
  ready: Readonly<Record<string, string>>,
  close: () => Promise<void>,
): void => {
  watchLifetime(ONLY_WARNINGS, process.env.EXIT_WITH_PARENT === '1').onStop('server', close);
  process.stdout.write(`${JSON.stringify({ ready: true, ...ready })}\n`);
};
