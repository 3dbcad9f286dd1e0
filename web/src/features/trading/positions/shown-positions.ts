// Which positions are shown at first, and in which order.
import type { Position } from '../api.ts';

/** Positions worth no more are small, and so are those without a price. */
export const POSITION_USDT_MIN = 20;

type Positions = readonly Position[];

/** The largest first. */
export const bySize = (positions: Positions): { readonly large: Positions; readonly small: Positions } => {
  const sorted = positions.toSorted((one, other) => (other.value_usdt ?? 0) - (one.value_usdt ?? 0));
  const isLarge = ({ value_usdt }: Position) => (value_usdt ?? 0) > POSITION_USDT_MIN;
  return { large: sorted.filter(isLarge), small: sorted.filter((each) => !isLarge(each)) };
};
