// Notices requests to end this process: from the terminal, from another process, or because its parent is gone.

// One Ctrl-C arrives more than once: from the terminal, from npm and from run.mjs.
const SAME_REQUEST_MS = 500;

/** Calls `first` for the first request to end and `again` for a later one. */
export const onStopRequest = (first: () => void, again: () => void): void => {
  let requestedAt: number | undefined;
  const request = (): void => {
    const now = performance.now();
    if (requestedAt === undefined) {
      requestedAt = now;
      first();
    } else if (now - requestedAt > SAME_REQUEST_MS) {
      again();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
  // The process that started us may hold the other end of a channel, which closes however it ends.
  process.on('disconnect', request);
  process.channel?.unref();
};
