// Reading and comparing the versions of programs.
import { expect, test } from 'vitest';
import { isAtLeast, versionIn } from './version-numbers.ts';

test.each([
  [[2, 15, 2], '2.15.2', true],
  [[2, 15, 1], '2.15.2', false],
  [[2, 9, 25], '2.12', false],
  [[2, 12, 0], '2.12', true],
  [[10, 0, 0], '5.0', true],
])('%j is at least %s: %s', (version, minimum, expected) => {
  expect(isAtLeast(version, minimum)).toBe(expected);
});

test('finds the number that a pattern asks for', () => {
  expect(versionIn('nats-server: v2.15.2')).toEqual([2, 15, 2]);
  const temporal = 'temporal version 0.0.0-DEV (Server 1.29.1, UI 2.42.1)';
  expect(versionIn(temporal, /Server (\d+)\.(\d+)\.(\d+)/)).toEqual([1, 29, 1]);
  expect(versionIn('no number')).toBeUndefined();
});
