// The normal and Student's distribution, as far as statistics of a run need them.

const BELOW_ALL = -8.3;
const NEWTON_STEPS_MAX = 100;

/** Density of the standard normal distribution. */
const normalDensity = (x: number): number => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);

/**
 * Share of the standard normal distribution below x, to 1e-15:
 * 1/2 + density × (x + x³/3 + x⁵/(3×5) + …). Source: Marsaglia (2004), Evaluating the Normal Distribution.
 */
export const normalProbability = (x: number): number => {
  if (x < BELOW_ALL) return 0;
  if (x > -BELOW_ALL) return 1;
  let term = x;
  let total = x;
  for (let odd = 3; Math.abs(term) > Math.abs(total) * 1e-17; odd += 2) {
    term *= (x * x) / odd;
    total += term;
  }
  return Math.min(Math.max(0.5 + total * normalDensity(x), 0), 1);
};

/**
 * The x below which a share of the standard normal distribution lies; `share` above 0 and below 1.
 * Newton's steps from the middle outwards never overshoot, since the distribution flattens towards its ends.
 */
export const normalQuantile = (share: number): number => {
  if (share < 0.5) return -normalQuantile(1 - share);
  let x = 0;
  for (let count = 0; count < NEWTON_STEPS_MAX; count++) {
    const step = (share - normalProbability(x)) / normalDensity(x);
    x += step;
    if (Math.abs(step) <= 1e-14 * x) break;
  }
  return x;
};

/**
 * Probability that Student's t with `freedom` degrees of freedom (a whole number, at least 1) is at least as
 * far from 0 as `t`, on either side. Source: Abramowitz and Stegun (1964), 26.7.3 and 26.7.4.
 */
export const studentTwoSided = (t: number, freedom: number): number => {
  const angle = Math.atan(Math.abs(t) / Math.sqrt(freedom));
  const odd = freedom % 2 === 1;
  const squared = Math.cos(angle) ** 2;
  let term = odd ? Math.cos(angle) : 1;
  let total = 0;
  for (let step = odd ? 1 : 0; step <= freedom - 2; step += 2) {
    total += term;
    term *= (squared * (step + 1)) / (step + 2);
  }
  const within = odd ? ((angle + Math.sin(angle) * total) * 2) / Math.PI : Math.sin(angle) * total;
  return Math.min(Math.max(1 - within, 0), 1);
};
