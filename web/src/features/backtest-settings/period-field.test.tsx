// The period of a backtest is chosen by quick ranges, by dates, and by the keys of a slider whose quarters are named while there is room.
// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayOf } from '../../lib/dates/date-range.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { DateRangeSlider } from './date-range-slider.tsx';
import { PeriodField } from './period-field.tsx';
import { selectSettings } from './settings-slice.ts';

const nothing = () => undefined;
const labelsOf = (start: string, end: string): string[] => {
  const bounds = { start: dayOf(start), end: dayOf(end) };
  const { container } = renderWeb(
    <DateRangeSlider range={bounds} bounds={bounds} limits={bounds} onDrag={nothing} onChange={nothing} />,
  );
  return [...container.querySelectorAll('[data-kind]')].map((mark) => mark.textContent ?? '');
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T05:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('quarters are named over six years or less', () => {
  expect(labelsOf('2024-01-01', '2025-05-01')).toEqual([
    '2024',
    'Jan',
    'Apr',
    'Jul',
    'Oct',
    '2025',
    'Jan',
    'Apr',
  ]);
});

test('over more than six years only the years are named', () => {
  const labels = labelsOf('2017-01-01', '2025-05-01');
  expect(labels.filter(Boolean)).toEqual(Array.from({ length: 9 }, (_, offset) => String(2017 + offset)));
  expect(labels.length).toBeGreaterThan(30);
});

test.each([
  ['YTD', '2025-01-01', '281 days'],
  ['1Y', '2024-10-09', '365 days'],
  ['4Y', '2021-01-01', '1,742 days'],
  ['ALL', '2020-01-01', '2,108 days'],
])('%s begins on %s', async (name, start, days) => {
  const { user, store } = renderWeb(<PeriodField candles={null} />);
  await user.click(screen.getByRole('button', { name: 'ALL' }));
  await user.click(screen.getByRole('button', { name }));
  expect(selectSettings(store.getState())).toMatchObject({ startDate: start, endDate: '2025-10-08' });
  expect(screen.getByText(days)).toBeDefined();
});

test('the handles move by keys, a day or a month, and never meet', async () => {
  const { user, store } = renderWeb(<PeriodField candles={null} />);
  await user.click(screen.getByRole('button', { name: '1Y' }));
  const end = screen.getByRole('slider', { name: 'End of the period' });
  end.focus();
  await user.keyboard('{ArrowLeft}{PageDown}');
  expect(selectSettings(store.getState()).endDate).toBe('2025-09-07');
  expect(end.getAttribute('aria-valuetext')).toBe('7 Sep 2025');
  screen.getByRole('slider', { name: 'Start of the period' }).focus();
  await user.keyboard('{End}');
  expect(selectSettings(store.getState()).startDate).toBe('2025-09-06');
  expect(screen.getByText('2 days')).toBeDefined();
});

const typeDate = (label: string, date: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value: date } });
  fireEvent.blur(field);
  return field;
};

test.each([
  ['Start date', '2025-10-08', 'The start must be before the end. It stays 9 Oct 2024.'],
  ['End date', '2024-10-01', 'The end must be after the start. It stays 8 Oct 2025.'],
  ['End date', '2030-01-01', 'Candles reach from 1 Jan 2020 to 8 Oct 2025. It stays 8 Oct 2025.'],
])('%s %s is refused, not corrected', async (label, date, words) => {
  const { user, store } = renderWeb(<PeriodField candles={null} />);
  await user.click(screen.getByRole('button', { name: '1Y' }));
  const field = typeDate(label, date);
  expect(await screen.findByText(words)).toBeDefined();
  expect(field).toHaveProperty('value', date);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const chosen = { startDate: '2024-10-09', endDate: '2025-10-08' };
  expect(selectSettings(store.getState())).toMatchObject(chosen);
  await user.click(screen.getByRole('button', { name: 'YTD' }));
  if (label === 'Start date') expect(screen.queryByText(words)).toBeNull();
});

test('a date that makes sense is taken over', () => {
  const { store } = renderWeb(<PeriodField candles={null} />);
  typeDate('Start date', '2025-01-15');
  expect(selectSettings(store.getState()).startDate).toBe('2025-01-15');
});
