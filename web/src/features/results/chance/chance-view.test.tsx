// The page on chance: what the draws say, how random portfolios did, and why something is not known.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { ChanceView } from './chance-view.tsx';

const quantiles = (middle: number) => ({
  p5: middle - 0.2,
  p25: middle - 0.1,
  p50: middle,
  p75: middle + 0.1,
  p95: middle + 0.2,
});
const RECORD = {
  bootstrap: {
    figures: {
      seed: 1,
      draws: 1_000,
      block_bars: 12,
      run: { cagr: 0.3, sharpe_ratio: 1.1, max_drawdown: -0.25 },
      cagr: quantiles(0.3),
      sharpe_ratio: quantiles(1),
      max_drawdown: quantiles(-0.4),
      loss_share: 0.125,
      bands: {
        timestamp: ['2024-01-02T00:00:00.000Z', '2024-01-03T00:00:00.000Z'],
        portfolio: [1_010, 1_300],
        p5: [900, 700],
        p25: [950, 1_000],
        p50: [1_000, 1_200],
        p75: [1_050, 1_400],
        p95: [1_100, 2_000],
      },
    },
    reason: null,
  },
  random_portfolios: {
    figures: {
      seed: 1,
      draws: 500,
      moved_in_time: true,
      at_least_as_good: { total_return: 0.02, sharpe_ratio: 0.04, max_drawdown: 0.5 },
      strategy: {
        total_return: 0.3,
        sharpe_ratio: 1.1,
        max_drawdown: -0.25,
        average_exposure: 0.6,
        turnover_per_year: 12,
      },
      random: { total_return: quantiles(0.1), turnover_per_year: quantiles(12) },
    },
    reason: null,
  },
  born_on: {
    born_at: '2024-06-01T10:00:00.000Z',
    before: {
      start: '2024-01-01T00:00:00.000Z',
      end: '2024-06-02T00:00:00.000Z',
      bars: 153,
      total_return: 0.4,
      sharpe_ratio: 2,
      max_drawdown: -0.1,
    },
    after: {
      start: '2024-06-02T00:00:00.000Z',
      end: '2025-01-01T00:00:00.000Z',
      bars: 213,
      total_return: -0.07,
      sharpe_ratio: null,
      max_drawdown: -0.25,
    },
    reason: null,
  },
  crises: [
    {
      month: '2022-11',
      name: 'Fall of FTX',
      strategy: { total_return: -0.05, max_drawdown: -0.1 },
      btc: { total_return: -0.16, max_drawdown: -0.24 },
      basket: null,
    },
  ],
};

const show = (record: object | string) =>
  renderWeb(
    <ChanceView
      text={typeof record === 'string' ? record : JSON.stringify(record)}
      fallback={<p>Raw text</p>}
    />,
  );

const rowOf = (table: string, name: RegExp): string =>
  within(screen.getByRole('table', { name: table })).getByRole('row', { name }).textContent ?? '';

test('the draws: how they were made, where they end, and the figures between their percentiles', async () => {
  show(RECORD);
  const part = await screen.findByRole('region', { name: 'What chance would do' });
  expect(part.textContent).toContain('drawn again 1,000 times in blocks of 12 bars (seed 1)');
  expect(part.textContent).toContain('Nine in ten of them end between 700.00 and 2,000.00 USDT');
  expect(part.textContent).toContain('half of them between 1,000.00 and 1,400.00 USDT');
  expect(part.textContent).toMatch(/12\.5\s% end with a loss\. This run ended at 1,300\.00 USDT\./);
  expect(part.textContent).toContain('they do not show whether the strategy has an edge');
  expect(rowOf('Figures of the draws', /^CAGR/)).toMatch(/CAGR\+30\.00\s%\+10\.00\s%.*\+50\.00\s%$/);
  expect(part.textContent).toMatch(/5\s% of the draws have a lower figure\./);
  const chart = await within(part).findByRole('figure');
  expect(chart.getAttribute('aria-label')).toContain('This run ended at 1,300.00');
});

test('the bands are there as a table, too', async () => {
  const { user } = show(RECORD);
  await user.click(await screen.findByText('The bands as a table'));
  expect(await screen.findByRole('table', { name: 'The bands, in USDT' })).toBeDefined();
  expect(rowOf('The bands, in USDT', /^2 Jan 2024/)).toContain('1,300.00700.00');
});

test('random portfolios: the share that did as well, with what follows, and equal turnover', () => {
  show(RECORD);
  const part = screen.getByRole('region', { name: 'Random portfolios' });
  expect(part.textContent).toContain(
    '500 portfolios with the strategy’s own weights, moved in time and given to other',
  );
  expect(part.textContent).toMatch(/2\.00\s% of them returned at least as much/);
  expect(part.textContent).toContain('Luck alone seldom gets that far.');
  expect(rowOf('Figures of the random portfolios', /^Turnover a year/)).toBe(
    'Turnover a year12.00—11.8011.9012.0012.1012.20',
  );
});

test.each([
  [0.3, 'Luck alone often gets that far.'],
  [0.8, 'Its choice of coins and moments did not help.'],
  [null, 'How many of them did as well is not known.'],
])('a share of %s reads: %s', (share, words) => {
  const { figures } = RECORD.random_portfolios;
  const changed = { ...figures, moved_in_time: false, at_least_as_good: { total_return: share } };
  show({ ...RECORD, random_portfolios: { figures: changed, reason: null } });
  const part = screen.getByRole('region', { name: 'Random portfolios' });
  expect(part.textContent).toContain(words);
  expect(part.textContent).not.toContain('moved in time');
});

test('before and after the first save, and in crises', () => {
  show(RECORD);
  const part = screen.getByRole('region', { name: 'Before and after the strategy was first saved' });
  expect(part.textContent).toContain('First saved on 1 Jun 2024, 10:00 UTC.');
  expect(rowOf('Before and after', /^Before/)).toMatch(
    /^Before1 Jan 20241 Jun 2024153\+40\.00\s%2\.00−10\.00\s%$/,
  );
  expect(rowOf('Before and after', /^After/)).toMatch(/^After2 Jun 202431 Dec 2024213−7\.00\s%—−25\.00\s%$/);
  expect(rowOf('Crises', /^November 2022/)).toMatch(
    /^November 2022: Fall of FTX−5\.00\s%−10\.00\s%——−16\.00\s%−24\.00\s%$/,
  );
});

test('reasons stand where there are no figures', () => {
  show({
    bootstrap: { figures: null, reason: 'The value of the portfolio never changes.' },
    random_portfolios: { figures: null, reason: 'The strategy holds nothing but USDT.' },
    born_on: { born_at: null, before: null, after: null, reason: 'It is not known when.' },
    crises: [],
  });
  for (const words of [
    'The value of the portfolio never changes.',
    'The strategy holds nothing but USDT.',
    'It is not known when.',
    'None of March 2020, May 2021, May 2022 and November 2022 lies wholly in the range.',
  ])
    expect(screen.getByText(words)).toBeDefined();
});

test('a part that the file does not have is not shown, and no JSON is raw text', () => {
  const { unmount } = show({ crises: [] });
  expect(screen.getAllByRole('region')).toHaveLength(1);
  unmount();
  show('not JSON');
  expect(screen.getByText('Raw text')).toBeDefined();
});
