// Limits how many tasks run at the same time; the others wait in order of arrival.

export type Slots = {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Adds free slots. */
  add(count: number): void;
};

/** Makes `count` free slots. */
export const createSlots = (count: number): Slots => {
  let free = count;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    async run(task) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        release();
      }
    },
    add(count) {
      for (let added = 0; added < count; added += 1) release();
    },
  };
};
