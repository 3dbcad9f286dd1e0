// The list of results as its user sees it: distinguished, sorted, searched, opened and chosen for a comparison.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { someFolder } from '../../../testing/samples.ts';
import { ResultsList } from './results-list.tsx';

const [calm, wild] = [
  someFolder('calm', 'Calm one', { total_return: 0.1, sharpe_ratio: 2 }),
  someFolder('wild', 'Wild one', {
    total_return: -0.2,
    sharpe_ratio: 0.5,
    strategy: 'breakout',
    critical_findings: 2,
  }),
];
const FOLDERS = [calm, wild];
const SEVEN = Array.from({ length: 7 }, (_, place) => someFolder(`run-${place}`, `Result ${place}`));

const open = (folders = FOLDERS) => {
  const onSelect = vi.fn();
  return { onSelect, ...renderWeb(<ResultsList folders={folders} onSelect={onSelect} />) };
};
const rows = () => screen.getAllByRole('row').slice(1);
const names = () =>
  rows().map((row) => within(row).getByRole('rowheader').querySelector('button')?.textContent);

test('each result says strategy, coins, interval and range, its return and its Sharpe ratio', () => {
  open();
  const row = screen.getByRole('row', { name: /Wild one/ });
  const words = row.textContent ?? '';
  expect(words.replaceAll('\u00A0', ' ')).toContain('breakout · BTC, ETH · 1 Day · 1 Jan 2024 – 31 Dec 2024');
  // Its lines break after a dot, not within a date.
  expect(words).toContain('1\u00A0Day\u00A0· 1\u00A0Jan\u00A02024\u00A0–\u00A031\u00A0Dec\u00A02024');
  expect(row.textContent).toContain('−20.00\u202F%');
  expect(within(row).getByText('0.50')).toBeDefined();
});

// spec: results.64
test('results that differ in capital, slippage, band or parameters say so, and only then', () => {
  open([
    someFolder('calm', 'Calm one', { starting_capital: 10_000, slippage: 0, parameters: { lookback: 30 } }),
    someFolder('wild', 'Wild one', {
      ...{ starting_capital: 500, slippage: 0.001, drift_band_percent: 5, parameters: { lookback: 60 } },
    }),
  ]);
  const words = (name: RegExp) => screen.getByRole('row', { name }).textContent?.replaceAll('\u00A0', ' ');
  expect(words(/Wild one/)).toContain(
    '31 Dec 2024 · from 500.00 USDT · slippage 0.10\u202F% · drift band 5.00\u202F% · lookback 60',
  );
  expect(words(/Calm one/)).toContain('from 10,000.00 USDT · no slippage · no drift band · lookback 30');
  expect(words(/Calm one/)).not.toContain('fees');
});

// spec: results.44
test('one that must not be trusted says so next to its return', () => {
  open();
  const marked = screen.getByText('2 critical findings');
  expect(marked.closest('td')?.dataset.column).toBe('total_return');
  expect(within(screen.getByRole('row', { name: /Calm one/ })).queryByText(/critical/)).toBeNull();
});

// spec: results.48
test('a return stands next to that of holding, and is green only where it beats it', () => {
  open([
    someFolder('calm', 'Calm one', {
      total_return: 0.09,
      benchmark_return: 0.982,
      portfolio: ['USDT', 'BTC'],
    }),
    someFolder('wild', 'Wild one', { total_return: 0.2, benchmark_return: 0.1 }),
    someFolder('old', 'Old one', { total_return: 5 }),
  ]);
  const figureIn = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getByText(/^\+[\d.]+\s%$/)
      .closest('[data-stacked]') as HTMLElement;
  const gains = (name: RegExp) => figureIn(name).querySelectorAll('[data-gain]').length;
  expect(figureIn(/Calm one/).textContent).toBe('+9.00\u202F%, holding BTC +98.20\u202F%');
  expect(gains(/Calm one/)).toBe(0);
  expect(figureIn(/Wild one/).textContent).toBe('+20.00\u202F%, holding all coins equally +10.00\u202F%');
  expect(gains(/Wild one/)).toBe(1);
  expect(figureIn(/Old one/).textContent).toBe('+500.00\u202F%');
  expect(gains(/Old one/)).toBe(0);
});

// spec: results.49
test('returns of different ranges are shown for a year too, and sorted by it', async () => {
  const years = someFolder('years', 'Two years', { start_date: '2023-01-01', total_return: 0.4, cagr: 0.18 });
  const days = { start_date: '2024-12-01', total_return: 0.1, cagr: 2.07 };
  const { user } = open([years, someFolder('days', 'A month', days)]);
  await user.click(screen.getByRole('button', { name: 'Total return' }));
  expect(names()).toEqual(['Two years', 'A month']);
  await user.click(screen.getByRole('button', { name: 'CAGR' }));
  expect(names()).toEqual(['A month', 'Two years']);
  expect(screen.getByText('annualised from 31 days').parentElement?.textContent).toContain('+207.00\u202F%');
});

test('returns of one range are not', () => {
  open([someFolder('calm', 'Calm one', { cagr: 0.1 }), someFolder('wild', 'Wild one', { cagr: 0.2 })]);
  expect(screen.queryByRole('columnheader', { name: 'CAGR' })).toBeNull();
});

test('a column sorts, again the other way, and says so', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Total return' }));
  expect(names()).toEqual(['Calm one', 'Wild one']);
  await user.click(screen.getByRole('button', { name: 'Total return' }));
  expect(names()).toEqual(['Wild one', 'Calm one']);
  expect(screen.getByRole('columnheader', { name: 'Total return' }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
});

test('a search leaves what fits, or says that nothing does', async () => {
  const { user } = open();
  await user.type(screen.getByLabelText('Search results'), 'breakout');
  await vi.waitFor(() => expect(names()).toEqual(['Wild one']));
  await user.type(screen.getByLabelText('Search results'), ' nowhere');
  expect(await screen.findByText('No results match “breakout nowhere”.')).toBeDefined();
});

test('a result is opened by its name, as the run that it is', async () => {
  const { user, onSelect } = open();
  await user.click(screen.getByRole('button', { name: 'Wild one' }));
  expect(onSelect).toHaveBeenCalledWith({ kind: 'folder', index: 1, run: 'wild' });
});

test('up to six results are compared; one goes where those of other chats are added', async () => {
  const { user, onSelect } = open(SEVEN);
  const compare = screen.getByRole('button', { name: 'Compare' });
  expect(compare).toHaveProperty('disabled', true);
  const boxes = screen.getAllByRole('checkbox');
  await user.click(boxes[0] as HTMLElement);
  expect(screen.getByText(/press Compare to add results of other chats/)).toBeDefined();
  expect(compare).toHaveProperty('disabled', false);
  for (const box of boxes.slice(1, 6)) await user.click(box);
  expect(boxes[6]).toHaveProperty('disabled', true);
  await user.click(boxes[0] as HTMLElement);
  await user.click(compare);
  const [[item]] = onSelect.mock.calls as [[{ kind: string; runs: string[] }]];
  expect(item.kind).toBe('comparison');
  expect(item.runs).toHaveLength(5);
});

test('without results it says what to do', () => {
  open([]);
  expect(screen.getByText(/press Execute Backtest/)).toBeDefined();
});
