// The strategy's data as its user meets them: a large table, none, and data that stay private.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { refusal, serve } from '../../../testing/server.ts';
import { StrategyDataView } from './strategy-data-view.tsx';

const text = async (words: string | RegExp) => expect(await screen.findByText(words)).toBeDefined();
const view = <StrategyDataView chatId="c1" folderName="backtest_x" isNewest />;

// spec: results.13, results.14, results.18, results.32
test('a large dataset says how much of it is shown, also of what a filter leaves', async () => {
  const dataframe = Array.from({ length: 1_000 }, (_, row) => ({ timestamp: `day ${row}`, BTC: row / 7 }));
  serve({
    getResults: () => ({
      dataframe,
      columns: ['timestamp', 'BTC'],
      shape: [1_000, 2],
      summary: 'A summary.',
      is_large_dataset: true,
      total_rows: 50_592,
      metadata: { portfolio: [], timeframe: '24h' },
    }),
  });
  const { user } = renderWeb(view);
  await text('Strategy Data: backtest_x');
  await user.click(screen.getByText('Details'));
  await text('50,592 rows × 2 columns');
  await text(/Large dataset: the first 1000 rows are shown\./);
  await text('Showing first 100 rows of 50,592 total rows');
  expect(screen.getByRole('cell', { name: '0.1429' })).toBeDefined();
  await user.type(screen.getByLabelText('Filter rows'), 'day 99');
  await text('Showing 11 matching rows of the first 1,000 rows (50,592 in total)');
});

// spec: results.21
test('before the first run there are none', async () => {
  serve({ getResults: () => refusal(404, 'No results', 'NO_RESULTS') });
  renderWeb(view);
  await text('No execution results found. Please execute a strategy first.');
});

test('those of a private strategy stay private', async () => {
  serve({ getResults: () => refusal(404, 'No such file', 'FILE_NOT_FOUND') });
  renderWeb(view);
  await text('The data of a private strategy stays private.');
});

test('those that cannot be read say why', async () => {
  serve({ getResults: () => refusal(500, 'Broken') });
  renderWeb(view);
  await text('Error Loading File');
  await text('Failed to load results: 500');
});
