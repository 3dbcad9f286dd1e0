// The small curve of a result as points of a box.

export const CURVE_WIDTH = 300;
export const CURVE_HEIGHT = 60;

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Equal steps are equal changes in percent; a curve that reaches nothing is drawn as it is. */
export const curvePoints = (curve: readonly number[]): string => {
  const isPositive = curve.every((value) => value > 0);
  const heights = curve.map((value) => (isPositive ? Math.log(value) : value));
  const lowest = Math.min(...heights);
  const span = Math.max(...heights) - lowest || 1;
  return heights
    .map((height, at) => {
      const x = (at / Math.max(curve.length - 1, 1)) * CURVE_WIDTH;
      const y = CURVE_HEIGHT * (1 - (height - lowest) / span);
      return `${tenths(x)},${tenths(y)}`;
    })
    .join(' ');
};
