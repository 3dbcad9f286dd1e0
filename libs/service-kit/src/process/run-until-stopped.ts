// Runs a server without NATS as a process: it reports readiness and leaves nothing behind when it stops.

/** After this long a hanging end is forced. */
const STOP_TIMEOUT_MS = 5_000;

/** The port in an environment variable, 0 (any free one) if it is unset; throws for an invalid one. */
export const readPort = (variable: string): number => {
  const port = Number(process.env[variable] ?? '0');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`${variable} must be a port, not "${process.env[variable]}"`);
  }
  return port;
};

/**
 * Prints `{"ready":true,…}` as one line, then closes and exits on SIGTERM or SIGINT, and with EXIT_WITH_PARENT=1
 * also when stdin ends, because the process at its other end is gone.
 */
export const runUntilStopped = (
  ready: Readonly<Record<string, string>>,
  close: () => Promise<void>,
): void => {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (process.env.EXIT_WITH_PARENT === '1') process.stdin.on('end', stop).on('error', stop).resume();
  process.stdout.write(`${JSON.stringify({ ready: true, ...ready })}\n`);
};
