// A clock that only tests move.

export type TestClock = {
  now(): Date;
  /** Moves it on by this many milliseconds. */
  advance(ms: number): void;
};

/** Makes a clock that shows `start`. */
export const testClock = (start = '2026-01-01T00:00:00.000Z'): TestClock => {
  let timeMs = Date.parse(start);
  return {
    now: () => new Date(timeMs),
    advance(ms) {
      timeMs += ms;
    },
  };
};
