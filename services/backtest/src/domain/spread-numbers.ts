// Numbers in [0, 1) for the draws of a study, the same for the same seed: random, or evenly spread.

/** One for each axis that a study can have: those of 20 parameters and 7 settings. */
const PRIMES = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103,
];

/** Numbers in [0, 1) (mulberry32). Another generator would draw other points for the seeds that users have noted. */
const randomNumbers = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** The digits of `index` in this base, mirrored at the point: 6 in base 2 (110) is 0.011, which is 0.375. */
const mirrored = (index: number, base: number): number => {
  let [left, share, value] = [index, 1 / base, 0];
  while (left > 0) {
    value += (left % base) * share;
    left = Math.floor(left / base);
    share /= base;
  }
  return value;
};

/**
 * Draws so many numbers at a time. `even`: the next point of a Halton sequence, with a base for each dimension, shifted
 * by a random amount in each, which throws a RangeError for more dimensions than there are bases.
 */
export const spreadNumbers = (
  method: 'random' | 'even',
  dimensions: number,
  seed: number,
): (() => number[]) => {
  const random = randomNumbers(seed);
  if (method === 'random') return () => Array.from({ length: dimensions }, random);
  if (dimensions > PRIMES.length) throw new RangeError(`${dimensions} dimensions are too many`);
  const shifts = Array.from({ length: dimensions }, random);
  let index = 0;
  return () => {
    index += 1;
    return shifts.map((shift, at) => (mirrored(index, PRIMES[at] as number) + shift) % 1);
  };
};
