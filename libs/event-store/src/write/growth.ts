// Measures what a piece of work adds to the streams, which keep it for ever.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Events, and the bytes of their commits. */
export type Growth = { readonly events: number; readonly bytes: number };

const NONE: Growth = { events: 0, bytes: 0 };

const measured = new AsyncLocalStorage<{ growth: Growth }>();

/** Adds to the growth of the work that is being measured, if any is. */
export const noteGrowth = ({ events, bytes }: Growth): void => {
  const meter = measured.getStore();
  if (meter) meter.growth = { events: meter.growth.events + events, bytes: meter.growth.bytes + bytes };
};

export type GrowthMeter = {
  /** Does a piece of work whose commits count. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The additions of the work so far. */
  growth(): Growth;
};

export const openGrowthMeter = (): GrowthMeter => {
  const meter = { growth: NONE };
  return { run: (work) => measured.run(meter, work), growth: () => meter.growth };
};
