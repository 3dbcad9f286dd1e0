// The settings say which candles are missing or made up before anything is run.
import { expect, test } from 'vitest';
import { dayOf } from '../../lib/dates/date-range.ts';
import { candleNotes } from './candle-notes.ts';

const span = (start_date: string, end_date: string) => ({ coin: 'VET', start_date, end_date });
const RANGE = {
  available: true,
  start_date: '2019-10-02',
  end_date: '2025-10-08',
  limited_by: 'VET',
  synthetic: [span('2023-12-30', '2024-12-31'), span('2025-06-18', '2025-10-08')],
};
const notesOf = (start: string, end: string, range: typeof RANGE | null = RANGE) => {
  const chosen = { start: dayOf(start), end: dayOf(end) };
  return candleNotes(range, chosen, chosen);
};

test('made-up prices are reported in the period and in its warm-up of 400 days, and not before', () => {
  expect(notesOf('2025-01-01', '2025-06-01')).toEqual([
    'VET has made-up prices from 30 Dec 2023 to 31 Dec 2024, in the warm-up',
  ]);
  expect(notesOf('2024-12-31', '2025-07-01')).toEqual([
    'VET has made-up prices from 30 Dec 2023 to 31 Dec 2024',
    'VET has made-up prices from 18 Jun 2025 to 8 Oct 2025',
  ]);
  expect(notesOf('2021-01-01', '2023-01-01')).toEqual([]);
  expect(notesOf('2021-01-01', '2023-01-01', null)).toEqual([]);
});

test('only a few spans are named', () => {
  const synthetic = ['01', '02', '03', '04', '05'].map((day) => span(`2024-03-${day}`, `2024-03-${day}`));
  expect(notesOf('2024-01-01', '2024-12-31', { ...RANGE, synthetic }).at(-1)).toBe(
    'and 2 more periods of made-up prices',
  );
});

test('the coin that limits the start is named, and that the period cannot start earlier', () => {
  const late = { ...RANGE, start_date: '2021-01-05', synthetic: [] };
  const chosen = { start: dayOf('2021-01-05'), end: dayOf('2022-01-01') };
  expect(candleNotes(late, chosen, chosen)).toEqual(['VET candles start on 5 Jan 2021']);
  expect(candleNotes(late, chosen, { ...chosen, start: dayOf('2020-01-01') })).toEqual([
    'VET candles start on 5 Jan 2021, so the period cannot start earlier',
  ]);
});
