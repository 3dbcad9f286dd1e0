// The heat map has all twelve months and the total of each year, every number printed.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MONTHS } from '../../../lib/format.ts';
import { renderWeb } from '../../../testing/render-web.tsx';
import { MonthlyReturns } from './monthly-returns.tsx';

const months = (of: Readonly<Record<number, number>>) =>
  Array.from({ length: 12 }, (_, month) => of[month + 1] ?? null);
const YEARS = [
  { year: 2025, months: months({ 1: 0.1 }), total: 0.1 },
  { year: 2024, months: months({ 11: -0.052, 12: 0 }), total: -0.052 },
];

test('has a column for each month and one for the total; months without a return are dashes', () => {
  renderWeb(<MonthlyReturns years={YEARS} />);
  const table = screen.getByRole('table', { name: 'Returns by month, in percent' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Year', ...MONTHS, 'Total']);
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['2025', '+10.0', ...Array(11).fill('—'), '+10.0'],
    ['2024', ...Array(10).fill('—'), '−5.2', '0.0', '−5.2'],
  ]);
});

test('colours gains and losses by their size, and nothing else', () => {
  renderWeb(<MonthlyReturns years={YEARS} />);
  expect(screen.getAllByText('+10.0')[0]?.dataset.tone).toBe('gain');
  expect(screen.getAllByText('−5.2')[0]?.dataset.tone).toBe('loss');
  expect(screen.getByText('0.0').dataset.tone).toBeUndefined();
});
