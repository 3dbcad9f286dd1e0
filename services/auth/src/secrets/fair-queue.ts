// Does a few pieces of heavy work at a time, in turns by caller, so a flood delays only its own caller.
import { LRUCache } from 'lru-cache';

export type FairQueue = {
  /** Does the work when the caller's turn comes; null when too much is already waiting. */
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result | null>;
};

type Waiting = (isTurn: boolean) => void;

/** How many callers' last turns are remembered. */
const REMEMBERED_MAX = 10_000;

/**
 * At most `atOnceMax` pieces of work are under way and `waitingMax` wait. The next turn goes to the caller whose last one is
 * longest ago: each has one piece started before any has a second one, and a newcomer does not wait for callers that are always
 * waiting. When the queue is full, a newcomer takes the place of the newest piece of the caller with the most.
 */
export const openFairQueue = (atOnceMax: number, waitingMax: number): FairQueue => {
  /** In the order of their coming. */
  const lanes = new Map<string, Waiting[]>();
  /** The numbers of turns; a caller without one comes first. */
  const lastTurns = new LRUCache<string, number>({ max: REMEMBERED_MAX });
  let turns = 0;
  let underWay = 0;
  let waiting = 0;

  const noteTurn = (caller: string): void => {
    turns += 1;
    lastTurns.set(caller, turns);
  };

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
      noteTurn(caller);
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
    if (lanes.size === 0) {
      underWay -= 1;
      return;
    }
    const lastTurnOf = (caller: string): number => lastTurns.peek(caller) ?? 0;
    const [caller, lane] = [...lanes].reduce((first, other) =>
      lastTurnOf(other[0]) < lastTurnOf(first[0]) ? other : first,
    );
    noteTurn(caller);
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
