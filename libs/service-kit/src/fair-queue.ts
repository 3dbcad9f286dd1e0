// Does a few pieces of heavy work at a time, in turns by caller, so a flood delays only its own caller.
import { openFairLanes } from './fair-lanes.ts';

export type FairQueue = {
  /** Does the work when the caller's turn comes; null when too much is already waiting. */
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result | null>;
};

const REMEMBERED_MAX = 10_000;

/** At most `atOnceMax` pieces of work are under way and `waitingMax` wait. */
export const openFairQueue = (atOnceMax: number, waitingMax: number): FairQueue => {
  const lanes = openFairLanes<(isTurn: boolean) => void>({
    waitingMax,
    rememberedMax: REMEMBERED_MAX,
    displaced: (answer) => answer(false),
  });
  let underWay = 0;

  const enter = async (caller: string): Promise<boolean> => {
    if (underWay < atOnceMax) {
      underWay += 1;
      lanes.noteTurn(caller);
      return true;
    }
    return new Promise((resolve) => {
      if (!lanes.join(caller, resolve)) resolve(false);
    });
  };

  /** Hands the free place to the next caller. */
  const leave = (): void => {
    const next = lanes.next();
    if (next) {
      lanes.noteTurn(next.caller);
      next.waiting(true);
    } else underWay -= 1;
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
