// The bars at which a curve is shown small.

/** At most `most` bars of so many, at even distances, the first and the last among them. */
export const evenBars = (bars: number, most: number): number[] => {
  const count = Math.min(bars, most);
  const step = count > 1 ? (bars - 1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, at) => Math.round(at * step));
};
