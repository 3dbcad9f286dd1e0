// Keeps what is under way for one key from happening twice at once in this process.

/** Runs tasks of one key one after the other, and those of different keys side by side. */
export const openTurns = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task, task);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
};

/** Lets whoever asks for the same key while a task runs have that task's result. */
export const openShared = <Result>() => {
  const underWay = new Map<string, Promise<Result>>();
  return (key: string, task: () => Promise<Result>): Promise<Result> => {
    const known = underWay.get(key);
    if (known) return known;
    const started = task().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
};
