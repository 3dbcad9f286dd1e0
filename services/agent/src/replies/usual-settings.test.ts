// A chat without settings is tested on 365 days, the last one included, that end today or with the last candles.
import { countBars, rangeOfDays } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { usualSettings } from './usual-settings.ts';

test.each([
  ['2026-11-20', '2024-10-09', '2025-10-08'],
  ['2024-05-01', '2023-05-03', '2024-05-01'],
])('asked on %s it begins on %s and ends on %s', (today, start_date, end_date) => {
  const settings = usualSettings(new Date(`${today}T12:00:00Z`));
  expect(settings).toMatchObject({ start_date, end_date });
  const { fromMs, untilMs } = rangeOfDays(settings);
  expect(countBars('24h', fromMs, untilMs)).toBe(365);
});
