// How often readers get words: each at once while they are few, and in turns when a process writes many replies.
import { setTimeout as delay } from 'node:timers/promises';

/** So many readers cost little. */
const FEW = 50;
/** The turns of more readers are so far apart for each of them: with 500, ten turns a second. */
const MS_A_READER = 0.2;
const LONGEST_MS = 100;

export type Pace = {
  /** Counts one more reader, until the answer is called. */
  join(): () => void;
  /** Resolves when more words may be sent. Readers have their turns together, so that one write carries all of theirs. */
  turn(): Promise<void>;
};

export const openPace = (wait: (ms: number) => Promise<unknown> = delay): Pace => {
  let readers = 0;
  let next: Promise<void> | undefined;
  return {
    join: () => {
      readers += 1;
      return () => {
        readers -= 1;
      };
    },
    turn: async () => {
      if (readers <= FEW) return;
      next ??= wait(Math.min(LONGEST_MS, readers * MS_A_READER)).then(() => {
        next = undefined;
      });
      await next;
    },
  };
};
