// Drift bands: their allowed values, and how much of a drift is traded.

/**
 * When a coin is traded at all: once its weight is more than `width` away from its target. It is then brought
 * to the target, or to the edge of the band on its side. A target of 0 sells the whole coin, whatever the band.
 */
export type DriftBand = { width: number; to: 'target' | 'edge' };

/** @throws RangeError for a band that is not one */
export const checkBand = ({ width, to }: DriftBand): void => {
  if (!(width >= 0 && width < 1)) throw new RangeError(`the drift band's width is ${width}, not in 0..1`);
  if (to !== 'target' && to !== 'edge')
    throw new RangeError(`a drift band leads to target or edge, not ${to}`);
};

/** A drift of exactly the band's width stays inside, however it is rounded: in floats, and in the decimals of a plan. */
export const BAND_ROUNDING = 1 + 1e-9;

/**
 * The part of a wanted change of a coin, as a notional (negative: a sell), that is traded inside a band of `width`
 * as a notional. A coin whose target is 0 leaves wholly.
 */
export const changeBeyondBand = (
  change: number,
  target: number,
  width: number,
  to: DriftBand['to'],
): number => {
  if (target === 0) return change;
  if (Math.abs(change) <= width * BAND_ROUNDING) return 0;
  if (to === 'target') return change;
  return change > 0 ? change - width : change + width;
};
