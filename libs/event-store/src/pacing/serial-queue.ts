// Runs tasks of one key one after another, and those of different keys in parallel.

export type SerialQueue = {
  /** Runs a task after the earlier ones of its key. Null: too many are waiting, it will not run. */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> | null;
};

type Lane = { tail: Promise<unknown>; length: number };

/** At most `maxWaiting` tasks wait or run under one key. */
export const createSerialQueue = (maxWaiting: number): SerialQueue => {
  const lanes = new Map<string, Lane>();
  return {
    run(key, task) {
      const lane = lanes.get(key) ?? { tail: Promise.resolve(), length: 0 };
      if (lane.length >= maxWaiting) return null;
      const result = lane.length === 0 ? task() : lane.tail.then(task);
      lane.length += 1;
      lane.tail = result
        .catch(() => undefined)
        .then(() => {
          lane.length -= 1;
          if (lane.length === 0) lanes.delete(key);
        });
      lanes.set(key, lane);
      return result;
    },
  };
};
