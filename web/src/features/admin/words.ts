// How lists of administration write what is empty, and figures of their own.
import { alignedNumber } from '../../lib/format.ts';

/** In place of an empty value. */
export const DASH = '—';

/** A share from 0 to 1 as percent with one decimal. */
export const hitRate = (share: number): string => `${alignedNumber(share * 100, 1)}%`;
