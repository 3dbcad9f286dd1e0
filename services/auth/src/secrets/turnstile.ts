// Lets a few pieces of heavy work through at a time, and turns away what would wait behind too many others.

export type Turnstile = {
  /** Does the work when its turn comes; null when too much waits already. */
  pass<T>(work: () => Promise<T>): Promise<T | null>;
};

export const openTurnstile = (atOnceMax: number, waitingMax: number): Turnstile => {
  const waiting: (() => void)[] = [];
  let inside = 0;

  const enter = (): Promise<void> | void => {
    if (inside < atOnceMax) {
      inside += 1;
      return;
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  /** Whoever leaves gives his place to the next in line. */
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else inside -= 1;
  };

  return {
    pass: async (work) => {
      if (inside >= atOnceMax && waiting.length >= waitingMax) return null;
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
};
