// Instants as text, relative to now.
import { expect, test } from 'vitest';
import { pastTime, relativeTime } from './relative-time.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const after = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

test.each([
  [0, 'just now'],
  [0.5, 'in less than 1 min'],
  [-5, '5 min ago'],
  [89, 'in 89 min'],
  [90, 'in 2 h'],
  [-47 * 60, '47 h ago'],
  [72 * 60, 'in 3 days'],
])('%s minutes from now is said as %s', (minutes, words) => {
  expect(relativeTime(after(minutes), NOW, 'Never')).toBe(words);
});

test('an instant that never was is said so', () => {
  expect(relativeTime(null, NOW, 'Never')).toBe('Never');
  expect(relativeTime('soon', NOW, 'Not planned')).toBe('Not planned');
});

test('what has happened is never ahead, though the clock of the page lags behind', () => {
  expect(pastTime(after(0.5), NOW, 'Never')).toBe('just now');
  expect(pastTime(after(-5), NOW, 'Never')).toBe('5 min ago');
  expect(pastTime(null, NOW, 'Never')).toBe('Never');
});
