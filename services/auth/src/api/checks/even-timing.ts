// Delays answers so that their timing reveals nothing.
import { setTimeout as delay } from 'node:timers/promises';

const TICK_MS = 100;

/**
 * Resolves at the next full tenth of a second after `began` (of `performance.now()`). Known and unknown names cost the
 * same kinds of work except for a few reads and writes, which disappear in that.
 */
export const waitForTick = async (began: number): Promise<void> => {
  await delay(TICK_MS - ((performance.now() - began) % TICK_MS));
};

/** Does the work and answers on the tick, whatever the outcome. */
export const answerOnTick = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const began = performance.now();
  try {
    return await work();
  } finally {
    await waitForTick(began);
  }
};
