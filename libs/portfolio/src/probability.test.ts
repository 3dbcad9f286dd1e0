// Distributions against values of scipy 1.17, in the middle and far out.
import { describe, expect, it } from 'vitest';
import { normalProbability, normalQuantile, studentTwoSided } from './probability.ts';

describe('the normal distribution', () => {
  it.each([
    [0, 0.5],
    [1.959963984540054, 0.975],
    [-1.3, 0.09680048458561036],
    [2.5, 0.9937903346742238],
    [-6, 9.865876450376946e-10],
    [-40, 0],
    [40, 1],
  ])('lies below %s with its probability', (x, wanted) => {
    expect(Math.abs(normalProbability(x) - wanted)).toBeLessThan(1e-14);
  });

  it.each([
    [0.5, 0],
    [0.05, -1.6448536269514722],
    [0.975, 1.959963984540054],
    [0.9999, 3.719016485455709],
    [1 - 1e-9, 5.997807015007687],
  ])('has %s of it below its quantile', (share, wanted) => {
    expect(normalQuantile(share)).toBeCloseTo(wanted, 7);
    expect(normalProbability(normalQuantile(share))).toBeCloseTo(share, 14);
  });
});

describe("Student's t, two-sided", () => {
  it.each([
    [1.5, 1, 0.3743340836219977],
    [1.5, 2, 0.2723931248910011],
    [1.5, 3, 0.23058386524482294],
    [2, 7, 0.08561932856297605],
    [-2.2, 2101, 0.02791541663910502],
    [0, 5, 1],
    [9, 40, 3.6801644717061835e-11],
  ])('of %s with %s degrees of freedom', (t, freedom, wanted) => {
    expect(Math.abs(studentTwoSided(t, freedom) - wanted)).toBeLessThan(1e-13);
  });
});
