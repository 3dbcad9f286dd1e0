// Lets queries wait until documents have come as far as a command that was just executed.

type Waiter = { sequence: number; done: (reached: boolean) => void };

export type Waiters = {
  /** Resolves to true when `sequence` is reached, to false after `timeoutMs` or when too many are waiting. */
  wait(sequence: number, timeoutMs: number): Promise<boolean>;
  /** Tells all who wait how far it has come. */
  reached(sequence: number): void;
};

const WAITERS_MAX = 10_000;

/** Makes an empty waiting room. */
export function createWaiters(): Waiters {
  const waiting = new Set<Waiter>();
  return {
    wait: (sequence, timeoutMs) =>
      new Promise((resolve) => {
        if (waiting.size >= WAITERS_MAX) return resolve(false);
        const waiter: Waiter = {
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
    reached(sequence) {
      for (const waiter of [...waiting]) if (waiter.sequence <= sequence) waiter.done(true);
    },
  };
}
