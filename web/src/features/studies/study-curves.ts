// Curves of studies as lines of returns.
import type { StudyCurve } from '@tradeium/contracts';
import type { Line } from '../../lib/charts/return-lines.ts';

/** The return since the start at each moment, from multiples of the start. */
export const returnsOf = ({ at, value }: StudyCurve): Line => {
  const length = Math.min(at.length, value.length);
  return {
    times: Float64Array.from(at.slice(0, length)),
    values: Float64Array.from(value.slice(0, length), (multiple) => multiple - 1),
  };
};
