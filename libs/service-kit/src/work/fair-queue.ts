// Does a few pieces of heavy work at a time, in turns by caller, so a flood delays only its own caller.
import { openFairLanes } from './fair-lanes.ts';

export type FairQueue = {
  /**
   * Does the work when the caller's turn comes; null when too much is already waiting, or `gone` is aborted before that.
   */
  run<Result>(caller: string, work: () => Promise<Result>, gone?: AbortSignal): Promise<Result | null>;
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

  const join = (caller: string, gone: AbortSignal | undefined) =>
    new Promise<boolean>((resolve) => {
      const answer = (isTurn: boolean) => {
        gone?.removeEventListener('abort', giveUp);
        resolve(isTurn);
      };
      const giveUp = () => {
        lanes.leave(caller, answer);
        resolve(false);
      };
      if (lanes.join(caller, answer)) gone?.addEventListener('abort', giveUp, { once: true });
      else resolve(false);
    });

  const enter = async (caller: string, gone?: AbortSignal): Promise<boolean> => {
    if (gone?.aborted) return false;
    if (underWay < atOnceMax) {
      underWay += 1;
      lanes.noteTurn(caller);
      return true;
    }
    return join(caller, gone);
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
    run: async (caller, work, gone) => {
      if (!(await enter(caller, gone))) return null;
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
};
