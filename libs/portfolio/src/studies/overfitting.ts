// How likely the best point of a study is best by luck: combinatorially symmetric cross-validation.
import { type BlockSums, OVERFITTING_BLOCKS } from './point-statistics.ts';

/** With fewer, one point more or less turns the result. */
const POINTS_MIN = 10;
/** A Sharpe ratio of a half needs some returns. */
const RETURNS_A_BLOCK_MIN = 4;
/** A standard deviation below this share of the mean square is rounding dust. */
const DUST = 1e-12;

const HALF = OVERFITTING_BLOCKS / 2;

/** All ways to choose half of the blocks, as bits; of each pair of complements only the one with the first block. */
const halvesWithFirst = (): number[] => {
  const halves: number[] = [];
  for (let bits = 1; bits < 2 ** OVERFITTING_BLOCKS; bits += 2) {
    let count = 0;
    for (let left = bits; left > 0; left &= left - 1) count += 1;
    if (count === HALF) halves.push(bits);
  }
  return halves;
};

/** mean / std (ddof 1) of returns given by their sums; NaN without spread. */
const sharpeOf = (count: number, sum: number, squares: number): number => {
  const mean = sum / count;
  const variance = (squares - sum * mean) / (count - 1);
  return variance > DUST * (squares / count) ? mean / Math.sqrt(variance) : Number.NaN;
};

/** Column sums of all points: `sums[block × points + point]`. */
type Columns = {
  readonly points: number;
  readonly count: number;
  readonly sum: Float64Array;
  readonly squares: Float64Array;
};

const columnsOf = (usable: readonly (readonly BlockSums[])[]): Columns => {
  const points = usable.length;
  const sum = new Float64Array(points * OVERFITTING_BLOCKS);
  const squares = new Float64Array(points * OVERFITTING_BLOCKS);
  usable.forEach((blocks, point) => {
    blocks.forEach(([, total, square], block) => {
      sum[block * points + point] = total;
      squares[block * points + point] = square;
    });
  });
  return { points, count: usable[0]?.[0]?.[0] ?? 0, sum, squares };
};

/** The Sharpe ratio of each point over the blocks of `bits`, into `into`. */
const sharpesOver = ({ points, count, sum, squares }: Columns, bits: number, into: Float64Array): void => {
  const total = new Float64Array(points);
  const square = new Float64Array(points);
  for (let block = 0; block < OVERFITTING_BLOCKS; block += 1) {
    if ((bits & (1 << block)) === 0) continue;
    const from = block * points;
    for (let point = 0; point < points; point += 1) {
      total[point] = (total[point] as number) + (sum[from + point] as number);
      square[point] = (square[point] as number) + (squares[from + point] as number);
    }
  }
  for (let point = 0; point < points; point += 1)
    into[point] = sharpeOf(count * HALF, total[point] as number, square[point] as number);
};

/**
 * The share of the best points in sample that are not above the median out of sample; NaN where none is known, and where all
 * are equal in sample: there was nothing to choose.
 */
const overfitShare = (inSample: Float64Array, outOfSample: Float64Array): number => {
  let [best, worst] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const sharpe of inSample) {
    if (sharpe > best) best = sharpe;
    if (sharpe < worst) worst = sharpe;
  }
  if (best === worst) return Number.NaN;
  let [chosen, overfit] = [0, 0];
  for (let point = 0; point < inSample.length; point += 1) {
    const own = outOfSample[point] as number;
    if (inSample[point] !== best || Number.isNaN(own)) continue;
    let [below, equal, known] = [0, 0, 0];
    for (const other of outOfSample) {
      if (Number.isNaN(other)) continue;
      known += 1;
      if (other < own) below += 1;
      else if (other === own) equal += 1;
    }
    const rank = below + (equal + 1) / 2;
    chosen += 1;
    // logit(rank / (N + 1)) ≤ 0
    if (rank / (known + 1) <= 0.5) overfit += 1;
  }
  return chosen === 0 ? Number.NaN : overfit / chosen;
};

/**
 * The probability of backtest overfitting: over all ways to split the blocks of time into two halves, how often the
 * point with the highest Sharpe ratio in one half is at or below the median in the other. Average ranks where points are
 * equal; points that are equally best count as one choice. Points without spread are left out. It judges the choice of
 * a point, not the edge of any. Null below ten points, with points that are all equal, with too few returns, or with returns
 * of different periods.
 * Source: Bailey, Borwein, López de Prado and Zhu (2017), The Probability of Backtest Overfitting.
 * @param points the sums of each point's blocks, of the same returns in time
 */
export const probabilityOfOverfitting = (points: readonly (readonly BlockSums[])[]): number | null => {
  const usable = points.filter((blocks) => {
    const [count, sum, squares] = blocks.reduce<[number, number, number]>(
      (total, block) => [total[0] + block[0], total[1] + block[1], total[2] + block[2]],
      [0, 0, 0],
    );
    return !Number.isNaN(sharpeOf(count, sum, squares));
  });
  const columns = columnsOf(usable);
  // Daily and weekly returns have blocks of different lengths, which have no common ratio.
  const isAlike = usable.every((blocks) => blocks[0]?.[0] === columns.count);
  if (usable.length < POINTS_MIN || columns.count < RETURNS_A_BLOCK_MIN || !isAlike) return null;
  const all = 2 ** OVERFITTING_BLOCKS - 1;
  const [one, other] = [new Float64Array(usable.length), new Float64Array(usable.length)];
  let [overfit, splits] = [0, 0];
  for (const bits of halvesWithFirst()) {
    sharpesOver(columns, bits, one);
    sharpesOver(columns, all ^ bits, other);
    for (const share of [overfitShare(one, other), overfitShare(other, one)]) {
      if (Number.isNaN(share)) continue;
      overfit += share;
      splits += 1;
    }
  }
  return splits === 0 ? null : overfit / splits;
};
