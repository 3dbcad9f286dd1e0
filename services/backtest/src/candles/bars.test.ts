// Which bars have closed and which open, at UTC boundaries and with weeks from Monday.
import { describe, expect, test } from 'vitest';
import { isOpen, lastClosedOpen } from './bars.ts';

const at = (iso: string) => Date.parse(iso);

describe('lastClosedOpen', () => {
  test.each([
    ['24h', '2025-01-02T00:00:00Z', '2025-01-01T00:00:00Z'],
    ['24h', '2025-01-01T23:59:59Z', '2024-12-31T00:00:00Z'],
    ['1h', '2025-01-01T01:30:00Z', '2025-01-01T00:00:00Z'],
    ['1h', '2025-01-01T01:59:59.999Z', '2025-01-01T00:00:00Z'],
    ['4h', '2025-01-01T08:00:00Z', '2025-01-01T04:00:00Z'],
    ['6h', '2025-01-01T11:59:59Z', '2025-01-01T00:00:00Z'],
    ['8h', '2025-01-01T00:00:00Z', '2024-12-31T16:00:00Z'],
    ['12h', '2025-01-01T23:59:59Z', '2025-01-01T00:00:00Z'],
    ['weekly', '2025-01-12T23:00:00Z', '2024-12-30T00:00:00Z'],
    ['weekly', '2025-01-13T00:00:00Z', '2025-01-06T00:00:00Z'],
  ] as const)('the newest closed %s bar at %s opened at %s', (timeframe, now, open) => {
    expect(new Date(lastClosedOpen(timeframe, at(now)))).toEqual(new Date(at(open)));
  });
});

describe('isOpen', () => {
  test.each([
    ['1h', '2025-01-01T05:00:00Z', true],
    ['1h', '2025-01-01T05:30:00Z', false],
    ['4h', '2025-01-01T06:00:00Z', false],
    ['6h', '2025-01-01T18:00:00Z', true],
    ['8h', '2025-01-01T16:00:00Z', true],
    ['12h', '2025-01-01T06:00:00Z', false],
    ['24h', '2025-01-01T00:00:00Z', true],
    ['weekly', '2025-01-06T00:00:00Z', true],
    ['weekly', '2025-01-01T00:00:00Z', false],
    // ISO 8601 puts the last days of 2024 into the first week of 2025; bars only know Mondays.
    ['weekly', '2024-12-30T00:00:00Z', true],
  ] as const)('a %s bar opens at %s: %s', (timeframe, ms, expected) => {
    expect(isOpen(timeframe, at(ms))).toBe(expected);
  });
});
