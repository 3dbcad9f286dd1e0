// The library's results can be computed again: the same candles, the same sandbox, the same figures.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIBRARY_RESULTS, libraryResults } from './library-results.ts';

// spec: strategies.68
test('a stored result is what its example gives today', async () => {
  const stored = JSON.parse(readFileSync(LIBRARY_RESULTS, 'utf8'));
  const { settings, benchmarks, examples } = await libraryResults(['equal_weight.py']);
  expect(stored.settings).toEqual(settings);
  expect(stored.benchmarks).toEqual(benchmarks);
  expect(stored.examples.filter(({ id }: { id: string }) => id === 'equal_weight')).toEqual(examples);
});
