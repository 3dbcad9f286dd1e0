// How often many streams of a process go on: few of them at once, and many in slices, with other work between them.
import { setTimeout as delay } from 'node:timers/promises';

const SLICE_MS = 10;
/** So many streams never wait, however much they have. */
const FEW = 10;
/** Waiting turns come at the end of a slice: those of one slice travel together, and keep nothing else waiting for long. */
const TURNS_A_SLICE = 25;
/** When more wait, a slice has more turns, so that none waits much longer than this. */
const LONGEST_MS = 200;

export type Pace = {
  /** Resolves when this stream may go on: in turns, in the order in which they ask. */
  turn(stream: object): Promise<void>;
};

type Waiting = { readonly stream: object; readonly begin: () => void };

export const openPace = (wait: (ms: number) => Promise<unknown> = delay): Pace => {
  const waiting: Waiting[] = [];
  /** The streams that went on in the slice under way. */
  let inSlice = new Set<object>();
  let isSlicing = false;

  const slice = async () => {
    isSlicing = true;
    while (inSlice.size > 0) {
      await wait(SLICE_MS);
      const turns = Math.max(TURNS_A_SLICE, Math.ceil((waiting.length * SLICE_MS) / LONGEST_MS));
      const next = waiting.splice(0, turns);
      inSlice = new Set(next.map(({ stream }) => stream));
      for (const { begin } of next) begin();
    }
    isSlicing = false;
  };

  return {
    turn: async (stream) => {
      const isOneOfFew = inSlice.size < FEW || (inSlice.size === FEW && inSlice.has(stream));
      if (waiting.length > 0 || !isOneOfFew) return new Promise((begin) => waiting.push({ stream, begin }));
      inSlice.add(stream);
      if (!isSlicing) void slice();
    },
  };
};
