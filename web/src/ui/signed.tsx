// A gain or a loss as it is written: its sign says which it is, and its colour repeats that.
import { isNegative, isPositive } from '../lib/format.ts';

/** `text`: with its sign; without one it has no colour either. */
export const Signed = ({ text }: { text: string }) => (
  <span data-gain={isPositive(text) || undefined} data-loss={isNegative(text) || undefined}>
    {text}
  </span>
);
