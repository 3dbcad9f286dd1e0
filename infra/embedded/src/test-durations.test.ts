// The time of each file, read from reports of Vitest, Playwright and pytest.
import { expect, test } from 'vitest';
import { durationLines, fileDurations } from './test-durations.ts';

test('the times of a file’s tests are added up, in any order of attributes, with and without a body', () => {
  const report = `<testsuites>
    <testsuite name="a" time="9">
      <testcase classname="libs/a.test.ts" name="one &gt; two" time="0.25"></testcase>
      <testcase time="1.5" name="three" classname="libs/a.test.ts"><failure/></testcase>
      <testcase classname="e2e/b.spec.ts" name="four" time="2"/>
    </testsuite></testsuites>`;
  expect(fileDurations(report)).toEqual([
    { file: 'libs/a.test.ts', seconds: 1.8 },
    { file: 'e2e/b.spec.ts', seconds: 2 },
  ]);
  expect(fileDurations('')).toEqual([]);
});

test('the slowest of all tiers come first, thirty at most', () => {
  const files = Array.from({ length: 40 }, (_, n) => ({ file: `f${n}`, seconds: n }));
  const lines = durationLines([
    { tier: 'unit', seconds: 61.24, files },
    { tier: 'browser', seconds: 5, files: [{ file: 'b', seconds: 100 }] },
  ]);
  expect(lines.slice(0, 6)).toEqual([
    'Where the time went, by tier:',
    '    61.2 s  unit',
    '     5.0 s  browser',
    'The 30 slowest files:',
    '   100.0 s  browser: b',
    '    39.0 s  unit: f39',
  ]);
  expect(lines).toHaveLength(4 + 30);
});
