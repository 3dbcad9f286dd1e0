// The guided walks of docs/reading.md: each names files that exist, once, and none grows longer than a reader can hold.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** The files of each walk, by its heading. */
const walks = new Map(
  readFileSync('docs/reading.md', 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = ''] = part.split('\n', 1);
      return [heading, [...part.matchAll(/^\d+\. `([^`]+)`: /gm)].map(([, path = '']) => path)] as const;
    }),
);
const filesOf = (heading: string): readonly string[] => walks.get(heading) ?? [];
const frame = filesOf('The frame');

describe('docs/reading.md', () => {
  test('names files that exist', () => {
    expect([...walks.values()].flat().filter((path) => !existsSync(path))).toEqual([]);
  });

  test.each([
    ['A purchase of credits', 50],
    ['A study', 55],
    ['A message to an agent', 55],
    ['A rebalance', 70],
  ])('walks %s in at most %i files, each once', (heading, filesMax) => {
    const files = [...frame, ...filesOf(heading)];
    expect(frame.length).toBeGreaterThan(0);
    expect(files.length).toBeGreaterThan(frame.length);
    expect(files.length).toBeLessThanOrEqual(filesMax);
    expect(new Set(files).size).toBe(files.length);
  });
});
