// Tracks the events that a reaction has started and not finished.
import type { ReactionState } from './reaction-state.ts';

export type Progress = {
  state(): ReactionState;
  takeUp(sequence: number, attempts: number): void;
  begun(sequence: number, attempts: number): void;
  finish(sequence: number): void;
  /** The process has lived long enough that no event crashed it. */
  lasted(): void;
  /** Resolves when fewer than `max` are open, or the signal is aborted. */
  room(max: number, signal: AbortSignal): Promise<void>;
};

/** Continues from a stored state, which counts as one more start. */
export const createProgress = (saved: ReactionState): Progress => {
  const open = new Map(saved.open.map(({ sequence, attempts }) => [sequence, attempts]));
  let { upTo } = saved;
  let starts = saved.starts + 1;
  let freed = Promise.withResolvers<void>();
  return {
    state: () => ({
      upTo,
      open: [...open].map(([sequence, attempts]) => ({ sequence, attempts })).sort(bySequence),
      starts,
    }),
    takeUp(sequence, attempts) {
      open.set(sequence, attempts);
      upTo = Math.max(sequence, upTo ?? 0);
    },
    begun: (sequence, attempts) => void open.set(sequence, attempts),
    finish(sequence) {
      open.delete(sequence);
      freed.resolve();
      freed = Promise.withResolvers();
    },
    lasted() {
      starts = 0;
    },
    async room(max, signal) {
      if (open.size < max) return;
      const aborted = Promise.withResolvers<void>();
      const onAbort = () => aborted.resolve();
      signal.addEventListener('abort', onAbort);
      while (open.size >= max && !signal.aborted) await Promise.race([freed.promise, aborted.promise]);
      signal.removeEventListener('abort', onAbort);
    },
  };
};

const bySequence = (a: { sequence: number }, b: { sequence: number }): number => a.sequence - b.sequence;
