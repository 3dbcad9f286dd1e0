// Thins a series to the screen's resolution without losing a peak or a trough.

/**
 * Indices of `values` to draw between `from` and `to` (exclusive): the ends, and of each bucket its lowest and its
 * highest value, so at most about two points a bucket. Of values that are NaN the first of each stretch is kept, so that the
 * line has a gap there.
 */
export const decimated = (values: Float64Array, from: number, to: number, buckets: number): Uint32Array => {
  const length = Math.max(0, to - from);
  const kept = new Set<number>();
  if (length <= 2 * buckets) for (let index = from; index < to; index += 1) kept.add(index);
  else
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      const [lowest, highest] = extremes(
        values,
        from + Math.floor((bucket * length) / buckets),
        from + Math.floor(((bucket + 1) * length) / buckets),
      );
      kept.add(lowest).add(highest);
    }
  if (length > 0) kept.add(from).add(to - 1);
  const isMissing = (index: number): boolean => index >= from && Number.isNaN(values[index]);
  for (let index = from; index < to; index += 1)
    if (isMissing(index)) {
      if (isMissing(index - 1)) kept.delete(index);
      else kept.add(index);
    }
  return Uint32Array.from(kept).sort();
};

const extremes = (values: Float64Array, from: number, to: number): [number, number] => {
  let lowest = from;
  let highest = from;
  for (let index = from + 1; index < to; index += 1) {
    const value = values[index] as number;
    if (Number.isNaN(value)) continue;
    if (!(value >= (values[lowest] as number))) lowest = index;
    if (!(value <= (values[highest] as number))) highest = index;
  }
  return [lowest, highest];
};

/** Every n-th index between `from` and `to` (exclusive), at most `points`, and the last. */
export const sampled = (from: number, to: number, points: number): Uint32Array => {
  const step = Math.max(1, Math.ceil((to - from) / points));
  const kept: number[] = [];
  for (let index = from; index < to - 1; index += step) kept.push(index);
  if (to > from) kept.push(to - 1);
  return Uint32Array.from(kept);
};

/** The first index with a time at or after `ms`; the length when there is none. Times are ascending. */
export const firstFrom = (times: Float64Array, ms: number): number => {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The index with the time nearest to `ms`; -1 without times. */
export const nearest = (times: Float64Array, ms: number): number => {
  const next = firstFrom(times, ms);
  if (next === 0) return times.length === 0 ? -1 : 0;
  if (next === times.length) return next - 1;
  return ms - (times[next - 1] as number) <= (times[next] as number) - ms ? next - 1 : next;
};
