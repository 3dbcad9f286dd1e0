// Work that waits in lanes, one for each caller, and gets its turn so that a flood delays only its own caller.
import { LRUCache } from 'lru-cache';

export type FairLanes<Waiting> = {
  /** Joins the caller's lane; false when the lane, or everything, is full. */
  join(caller: string, waiting: Waiting): boolean;
  /** Takes something out of the caller's lane before its turn. */
  leave(caller: string, waiting: Waiting): void;
  /** Takes what is next out of its lane; undefined when nothing waits. */
  next(): { readonly caller: string; readonly waiting: Waiting } | undefined;
  /** Notes that the caller has had a turn now. */
  noteTurn(caller: string): void;
};

type Options<Waiting> = {
  /** How much may wait in all lanes together. */
  readonly waitingMax: number;
  /** How much may wait in one lane (default: no other bound). */
  readonly perCallerMax?: number;
  /** How many callers' last turns are remembered. */
  readonly rememberedMax: number;
  /** A waiting one that had joined, and has lost its place to a newcomer. */
  readonly displaced: (waiting: Waiting) => void;
};

/**
 * Next is the caller with the oldest last turn: each gets one turn before any gets a second, and a newcomer
 * does not wait for callers that are always there. When everything is full, a newcomer takes the place of the
 * newest of the caller that has most waiting.
 */
export const openFairLanes = <Waiting>({
  waitingMax,
  perCallerMax = Number.POSITIVE_INFINITY,
  rememberedMax,
  displaced,
}: Options<Waiting>): FairLanes<Waiting> => {
  /** In the order of their coming. */
  const lanes = new Map<string, Waiting[]>();
  /** The numbers of turns; a caller without one comes first. */
  const lastTurns = new LRUCache<string, number>({ max: rememberedMax });
  let turns = 0;
  let count = 0;

  const makeRoom = (lane: readonly Waiting[]): boolean => {
    if (count < waitingMax) return true;
    const longest = [...lanes.values()].reduce((most, other) => (other.length > most.length ? other : most));
    if (longest.length <= lane.length + 1) return false;
    displaced(longest.pop() as Waiting);
    count -= 1;
    return true;
  };

  const lastTurnOf = (caller: string): number => lastTurns.peek(caller) ?? 0;

  return {
    join: (caller, waiting) => {
      const lane = lanes.get(caller) ?? [];
      if (lane.length >= perCallerMax || !makeRoom(lane)) return false;
      lane.push(waiting);
      lanes.set(caller, lane);
      count += 1;
      return true;
    },
    leave: (caller, waiting) => {
      const lane = lanes.get(caller) ?? [];
      const at = lane.indexOf(waiting);
      if (at < 0) return;
      lane.splice(at, 1);
      if (lane.length === 0) lanes.delete(caller);
      count -= 1;
    },
    next: () => {
      if (count === 0) return undefined;
      const [caller, lane] = [...lanes].reduce((first, other) =>
        lastTurnOf(other[0]) < lastTurnOf(first[0]) ? other : first,
      );
      const [waiting, ...rest] = lane as [Waiting, ...Waiting[]];
      lanes.delete(caller);
      if (rest.length > 0) lanes.set(caller, rest);
      count -= 1;
      return { caller, waiting };
    },
    noteTurn: (caller) => {
      turns += 1;
      lastTurns.set(caller, turns);
    },
  };
};
