// A rebalance policy in words, as its user reads it before a deployment.
import { expect, test } from 'vitest';
import { policyWords } from './policy-words.ts';

test.each([
  [{}, 'Every bar, no drift band'],
  [{ drift_band_percent: 0, rebalance_every: 'bar' }, 'Every bar, no drift band'],
  [{ rebalance_every: 'monthly' }, 'Monthly, no drift band'],
  [{ rebalance_every: 'daily', drift_band_percent: 2.5 }, 'Daily, 2.5\u202F% band, to the target'],
  [
    { rebalance_every: 'weekly', drift_band_percent: 5, drift_band_to: 'edge' },
    'Weekly, 5\u202F% band, to the edge',
  ],
])('%o', (settings, words) => {
  expect(policyWords(settings)).toBe(words);
});
