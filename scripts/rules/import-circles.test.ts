// Circles of imports are found, and chains do not count as circles.
import { expect, test } from 'vitest';
import { importCircles } from './import-circles.ts';

test('a chain is not a circle, nor are two ways to the same file', () => {
  const files = [
    { path: 'a/x.ts', imports: ['./y.ts', '../b/z.ts', 'react'] },
    { path: 'a/y.ts', imports: ['../b/z.ts'] },
    { path: 'b/z.ts', imports: [] },
  ];
  expect(importCircles(files)).toEqual([]);
});

test('a circle is reported with the files along it', () => {
  const files = [
    { path: 'a/x.ts', imports: ['./y.ts'] },
    { path: 'a/y.ts', imports: ['../b/z.ts'] },
    { path: 'b/z.ts', imports: ['../a/y.ts'] },
  ];
  expect(importCircles(files)).toEqual([['a/y.ts', 'b/z.ts', 'a/y.ts']]);
});
