// What a drift band may be.
import type { DriftBand } from './plan.ts';

/** @throws RangeError for a band that is not one */
export const checkBand = ({ width, to }: DriftBand): void => {
  if (!(width >= 0 && width < 1)) throw new RangeError(`the drift band's width is ${width}, not in 0..1`);
  if (to !== 'target' && to !== 'edge')
    throw new RangeError(`a drift band leads to target or edge, not ${to}`);
};
