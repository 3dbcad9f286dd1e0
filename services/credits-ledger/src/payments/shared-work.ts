// Keeps what is under way for one key from being begun a second time in this process.

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
