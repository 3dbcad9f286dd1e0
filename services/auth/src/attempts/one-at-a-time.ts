// Lets what is done for one name pass one after the other, so that many guesses at once tell no more than one by one.

/** Does the work when its turn comes; null when too much waits for the same name already. */
export type OneAtATime = <Result>(name: string, work: () => Promise<Result>) => Promise<Result | null>;

export const oneAtATime = (waitingMax: number): OneAtATime => {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return async (name, work) => {
    const line = lines.get(name) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > waitingMax) return null;
    lines.set(name, line);
    line.length += 1;
    const turn = line.last.then(work);
    line.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(name);
    }
  };
};
