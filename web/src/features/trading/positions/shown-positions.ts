// Which positions are shown, and in which order.
import type { Position } from '../api.ts';

/** Dust is left out. */
export const POSITION_USDT_MIN = 20;

/** Those above 20 USDT, the largest first. */
export const shownPositions = (positions: readonly Position[]): Position[] =>
  positions
    .filter(({ value_usdt }) => (value_usdt ?? 0) > POSITION_USDT_MIN)
    .sort((one, other) => (other.value_usdt ?? 0) - (one.value_usdt ?? 0));
