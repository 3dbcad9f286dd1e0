// Lets queries wait until documents include a command that was just executed.

type Waiter = { stream: string; sequence: number; done: (reached: boolean) => void };

export type Waiters = {
  /** Resolves to true when `sequence` is reached, to false after `timeoutMs` or when too many are waiting. */
  wait(stream: string, sequence: number, timeoutMs: number): Promise<boolean>;
  /** Ends the waits for positions up to `sequence`. */
  reached(stream: string, sequence: number): void;
  /** Ends the waits for positions from `sequence` on, without success. */
  stoppedBefore(stream: string, sequence: number): void;
  /** The greatest sequence of a stream that anything waits for, else 0. */
  awaited(stream: string): number;
};

const WAITERS_MAX = 10_000;

/** Makes an empty waiting room. */
export const createWaiters = (): Waiters => {
  const waiting = new Set<Waiter>();
  const end = (isOver: (waiter: Waiter) => boolean, reached: boolean) => {
    for (const waiter of [...waiting]) if (isOver(waiter)) waiter.done(reached);
  };
  return {
    wait: (stream, sequence, timeoutMs) =>
      new Promise((resolve) => {
        // Not at once: those that ask again would keep everything else waiting.
        if (waiting.size >= WAITERS_MAX) return void setImmediate(resolve, false);
        const waiter: Waiter = {
          stream,
          sequence,
          done(reached) {
            clearTimeout(timer);
            waiting.delete(waiter);
            resolve(reached);
          },
        };
        const timer = setTimeout(() => waiter.done(false), timeoutMs);
        waiting.add(waiter);
      }),
    reached: (stream, sequence) =>
      end((waiter) => waiter.stream === stream && waiter.sequence <= sequence, true),
    stoppedBefore: (stream, sequence) =>
      end((waiter) => waiter.stream === stream && waiter.sequence >= sequence, false),
    awaited: (stream) =>
      Math.max(
        0,
        ...[...waiting].filter((waiter) => waiter.stream === stream).map(({ sequence }) => sequence),
      ),
  };
};
