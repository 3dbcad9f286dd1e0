// Where the points of the curve of capitals lie: capital from left to right by its logarithm, return upwards.
import type { CapitalCheck } from '@tradeium/contracts';

export const CURVE_WIDTH = 300;
export const CURVE_HEIGHT = 80;

type Point = Pick<CapitalCheck['points'][number], 'capital_usdt' | 'total_return'>;

const shareOf = (value: number, least: number, most: number): number =>
  most > least ? (value - least) / (most - least) : 0.5;

/** How far from the left a capital is. */
export const capitalX = (capital: number, points: readonly Point[]): number => {
  const [first = 1, last = 1] = [points[0]?.capital_usdt, points.at(-1)?.capital_usdt];
  return Math.round(CURVE_WIDTH * shareOf(Math.log(capital), Math.log(first), Math.log(last)));
};

/** The points of a polyline. */
export const capitalCurve = (points: readonly Point[]): string => {
  const returns = points.map(({ total_return }) => total_return);
  const [least, most] = [Math.min(...returns), Math.max(...returns)];
  return points
    .map(({ capital_usdt, total_return }) => {
      const y = Math.round(CURVE_HEIGHT * (1 - shareOf(total_return, least, most)));
      return `${capitalX(capital_usdt, points)},${y}`;
    })
    .join(' ');
};
