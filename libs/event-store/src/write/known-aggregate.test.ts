// The size of an aggregate in the cache follows its state, not its history.
import { expect, test } from 'vitest';
import { noteSize, sizeOf, unwritten } from './known-aggregate.ts';

const COMMIT_BYTES = 600;

/** The effect of `advance` on the size and the state. */
const commitTo = (known: ReturnType<typeof unwritten<string[]>>, entry: string | null): void => {
  if (entry !== null) known.state = [...known.state, entry];
  known.bytes += COMMIT_BYTES;
};

test('a state that stays small stays small, however many commits lead to it', () => {
  const known = unwritten<string[]>([]);
  let largest = 0;
  for (let count = 0; count < 1_000; count += 1) {
    commitTo(known, null);
    largest = Math.max(largest, sizeOf(known));
  }
  expect(largest).toBeLessThan(8_192);
});

test('a state that grows never counts as less than half of what it is', () => {
  const known = unwritten<string[]>([]);
  for (let count = 0; count < 1_000; count += 1) {
    commitTo(known, 'x'.repeat(COMMIT_BYTES - 100));
    expect(2 * sizeOf(known)).toBeGreaterThan(JSON.stringify(known.state).length);
  }
});

test('a measured size counts until commits have come to more than it', () => {
  const known = unwritten<string[]>([]);
  noteSize(known, 100_000);
  const measured = known.bytes;
  commitTo(known, null);
  expect(sizeOf(known)).toBe(measured + COMMIT_BYTES);
});
