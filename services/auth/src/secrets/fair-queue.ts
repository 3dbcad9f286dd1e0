// Does a few pieces of heavy work at a time, in turns by caller, so a flood delays only its own caller.

export type FairQueue = {
  /** Does the work when the caller's turn comes; null when too much is already waiting. */
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result | null>;
};

type Waiting = (isTurn: boolean) => void;

/**
 * At most `atOnceMax` pieces of work are under way and `waitingMax` wait. Each caller has one piece started before any
 * has a second one. When the queue is full, a newcomer takes the place of the newest piece of the caller with the most.
 */
export const openFairQueue = (atOnceMax: number, waitingMax: number): FairQueue => {
  /** In turn order; a caller moves to the end after its turn. */
  const lanes = new Map<string, Waiting[]>();
  let underWay = 0;
  let waiting = 0;

  const makeRoom = (caller: string): boolean => {
    if (waiting < waitingMax) return true;
    const longest = [...lanes.values()].reduce((most, lane) => (lane.length > most.length ? lane : most), []);
    if (longest.length <= (lanes.get(caller)?.length ?? 0) + 1) return false;
    longest.pop()?.(false);
    waiting -= 1;
    return true;
  };

  const enter = async (caller: string): Promise<boolean> => {
    if (underWay < atOnceMax) {
      underWay += 1;
      return true;
    }
    if (!makeRoom(caller)) return false;
    waiting += 1;
    return new Promise((resolve) => {
      const lane = lanes.get(caller);
      if (lane) lane.push(resolve);
      else lanes.set(caller, [resolve]);
    });
  };

  /** Hands the free place to the next caller. */
  const leave = (): void => {
    const [turn] = lanes;
    if (turn === undefined) {
      underWay -= 1;
      return;
    }
    const [caller, lane] = turn;
    lanes.delete(caller);
    const next = lane.shift();
    if (lane.length > 0) lanes.set(caller, lane);
    waiting -= 1;
    next?.(true);
  };

  return {
    run: async (caller, work) => {
      if (!(await enter(caller))) return null;
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
};
