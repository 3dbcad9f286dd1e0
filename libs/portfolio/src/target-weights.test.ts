// When a decision is traded, and which weights are shown for a bar.
import { describe, expect, it } from 'vitest';
import { targetsFromDecisions, weightsInForce } from './target-weights.ts';

const leave = Number.NaN;

describe('a decision', () => {
  const decisions = Float64Array.of(0.1, 0.9, 0.2, 0.8, 0.3, 0.7, 0.4, 0.6);

  it('of bar t is traded at the open of bar t + 1, that of the last warm-up bar at the first bar', () => {
    expect([...targetsFromDecisions(decisions, 4, 2, 2)]).toEqual([0.2, 0.8, 0.3, 0.7]);
  });

  it('needs a bar to be known: without warm-up the first bar is left in cash', () => {
    expect([...targetsFromDecisions(decisions, 4, 2, 0)]).toEqual([
      leave,
      leave,
      0.1,
      0.9,
      0.2,
      0.8,
      0.3,
      0.7,
    ]);
  });

  it('may be for a single bar, or for no coin at all', () => {
    expect([...targetsFromDecisions(decisions.subarray(0, 2), 1, 2, 0)]).toEqual([leave, leave]);
    expect(targetsFromDecisions(new Float64Array(0), 3, 0, 1)).toHaveLength(0);
  });

  it('is refused when it does not fit the bars', () => {
    expect(() => targetsFromDecisions(decisions, 3, 2, 0)).toThrow(
      'decisions has 8 cells, not 3 bars × 2 coins',
    );
    expect(() => targetsFromDecisions(decisions, 4, 2, 4)).toThrow('firstBar is 4, not one of 4 bars');
    expect(() => targetsFromDecisions(decisions, 4, 2, -1)).toThrow('firstBar is -1, not one of 4 bars');
  });
});

describe('weights in force', () => {
  it('are all USDT before the first target, then that target until the next', () => {
    const targets = Float64Array.of(leave, leave, 0.25, 0.5, leave, leave, 0, 0);
    const weights = weightsInForce(targets, Int32Array.of(-1, 1, 1, 3), 2);
    expect([...weights]).toEqual([0, 0, 1, 0.25, 0.5, 0.25, 0.25, 0.5, 0.25, 0, 0, 1]);
  });

  it('leave no dust in USDT', () => {
    expect([...weightsInForce(Float64Array.of(0.1, 0.2, 0.7), Int32Array.of(0), 3)]).toEqual([
      0.1, 0.2, 0.7, 0,
    ]);
    expect([...weightsInForce(Float64Array.of(0.6, 0.4000001), Int32Array.of(0), 2)]).toEqual([
      0.6, 0.4000001, 0,
    ]);
  });
});
