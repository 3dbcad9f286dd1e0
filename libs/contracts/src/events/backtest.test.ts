// Events of runs, as programs of different versions write and read them.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backtestEvents } from './backtest.ts';

test('a result with a file that only a newer program knows can still be read', () => {
  const golden = new URL('../../golden/backtest.run/RunCompleted.small.json', import.meta.url);
  const { type, data } = JSON.parse(readFileSync(golden, 'utf8'));
  const file = { filename: 'Orders of a newer program', size: 1, digest: 'a'.repeat(64) };
  const read = backtestEvents.run.events.parse({ type, data: { ...data, files: [file] } });
  expect(read).toMatchObject({ data: { files: [file] } });
});

test.each([
  [
    'Total return 12.50 %, max drawdown -3.21 %, Sharpe ratio 1.23; 5 rebalances, 1.00 USDT fees.',
    { total_return: 0.125, max_drawdown: -0.0321, sharpe_ratio: 1.23 },
  ],
  [
    'Total return -1.00 %, max drawdown -3.00 %, Sharpe ratio —; 0 rebalances.',
    { total_return: -0.01, max_drawdown: -0.03, sharpe_ratio: null },
  ],
  ['Total return 1 %.', null],
])('the figures of an old result are those of its summary: %s', (summary, figures) => {
  const { upcast } = backtestEvents.run;
  expect(upcast({ type: 'RunCompleted', data: { summary } }).data.figures).toEqual(figures);
  const known = { total_return: 1, max_drawdown: 0, sharpe_ratio: 2 };
  expect(upcast({ type: 'RunCompleted', data: { summary, figures: known } }).data.figures).toEqual(known);
});
