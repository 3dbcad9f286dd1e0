// The exchange's clock, which a test may set, run faster, or move ahead; candles, prices and orders follow it.

export interface Clock {
  now(): number;
  /** How many times faster than real time it runs. */
  speed(): number;
  set(change: ClockChange): void;
}

export interface ClockChange {
  readonly now?: number | undefined;
  readonly speed?: number | undefined;
  readonly advanceMs?: number | undefined;
}

/** A clock that goes along with `real` until it is changed. */
export const openClock = (real: () => number): Clock => {
  let [anchorMs, realAnchorMs, speed] = [0, 0, 1];
  const now = () => Math.floor(anchorMs + (real() - realAnchorMs) * speed);
  return {
    now,
    speed: () => speed,
    set(change) {
      const nowMs = (change.now ?? now()) + (change.advanceMs ?? 0);
      [anchorMs, realAnchorMs, speed] = [nowMs, real(), change.speed ?? speed];
    },
  };
};
