// The trades of a result as its user reads them: what they add up to, and every one of them in an order of choice.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { refusal, serve } from '../../../testing/server.ts';
import { TradesView } from './trades-view.tsx';

const CSV = [
  'timestamp,coin,side,price,amount,fee,profit',
  '2025-01-01T00:00:00.000Z,BTC,buy,100000,0.00012345,0.012,',
  '2025-01-02T00:00:00.000Z,ETH,buy,10,5,0.05,',
  '2025-01-03T00:00:00.000Z,ETH,sell,20,5,0.1,49.85',
].join('\n');

const show = (statistics: string | Response) => {
  serve({ readFolderFile: () => statistics });
  return renderWeb(<TradesView text={CSV} filename="x trades.csv" chatId="c1" folderName="x" />);
};

// spec: results.42
test('says how many trades there were and what the closed positions brought, and sorts them', async () => {
  const { user } = show(JSON.stringify({ fills: 3, initial_value: 1_000, final_value: 1_049.85 }));
  expect(
    await screen.findByText(
      '3 trades · 1 closed position, 1 of them with a profit · +49.85 USDT realised by closed positions',
    ),
  ).toBeDefined();
  const table = screen.getByRole('table', { name: 'Trades' });
  expect(within(table).getByText('0.0001').title).toBe('0.00012345');
  expect(within(table).getByText('100,000.0000').title).toBe('');
  const first = () => within(table).getAllByRole('row')[1]?.textContent;
  expect(first()).toContain('1 Jan 2025, 00:00BTCbuy');
  expect(
    screen.getByText(/^Price, fee and profit in USDT\. .* a sell of a part of it has none \(—\)\.$/),
  ).toBeDefined();
  await user.click(within(table).getByRole('button', { name: 'Profit' }));
  expect(first()).toContain('ETHsell');
});

test('the heading of each column of amounts stands above its numbers, also where no position was closed', () => {
  serve({ readFolderFile: () => refusal(404, 'No such file') });
  const bought = CSV.split('\n').slice(0, 3).join('\n');
  renderWeb(<TradesView text={bought} filename="x trades.csv" chatId="c1" folderName="x" />);
  const headings = screen.getAllByRole('columnheader');
  expect(headings.filter((head) => head.dataset.number).map((head) => head.textContent)).toEqual([
    ...['Price', 'Amount', 'Fee', 'Profit'],
  ]);
});

test('what positions still open add makes the profit of the result', async () => {
  show(JSON.stringify({ fills: 3, initial_value: 1_000, final_value: 1_040 }));
  expect(
    await screen.findByText(
      /realised by closed positions · −9\.85 USDT by positions still open · \+40\.00 USDT in all$/,
    ),
  ).toBeDefined();
});

test('says when the list holds only the newest of them', async () => {
  show(JSON.stringify({ fills: 4_321, initial_value: 1_000, final_value: 1_040 }));
  const sums = await screen.findByText(/^The newest 3 of 4,321 trades/);
  expect(sums.textContent).not.toContain('in all');
});

/** Daily closes of 120 days. */
const CURVES = {
  timestamp: Array.from({ length: 120 }, (_, day) => new Date(Date.UTC(2025, 0, 1 + day)).toISOString()),
  prices: Object.fromEntries(['BTC', 'ETH'].map((coin) => [coin, { close: Array(120).fill(10) }])),
};

// spec: results.47
test('a zoom of the chart leaves the trades of that time, whatever the coin, and says so; there is a way back', async () => {
  const [saved, blobs] = [[] as string[], [] as Blob[]];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `#${blobs.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  serve({
    readFolderFile: () =>
      JSON.stringify({ fills: 4, initial_value: 1_000, final_value: 1_049.85, curves: CURVES }),
    readCoinCandles: () => refusal(503, 'Not now'),
  });
  const late = '2025-04-20T00:00:00.000Z,BTC,sell,90000,0.0001,0.012,-1.5';
  const { user } = renderWeb(
    <TradesView text={`${CSV}\n${late}`} filename="x trades.csv" chatId="c1" folderName="x" />,
  );
  const table = screen.getByRole('table', { name: 'Trades' });
  const rows = () => within(table).getAllByRole('row').length - 1;
  expect(
    await screen.findByText(
      /^The list has the trades of all coins\. Drag over the chart.* or choose a range/,
    ),
  ).toBeDefined();
  expect(rows()).toBe(4);

  await user.click(await screen.findByRole('button', { name: '1M' }));
  expect(
    screen.getByText(
      '31 Mar 2025 – 30 Apr 2025: 1 of 4 trades · 1 closed position, 0 of them with a profit · −1.50 USDT realised by closed positions',
    ),
  ).toBeDefined();
  expect(rows()).toBe(1);
  expect(screen.getByRole('figure').getAttribute('aria-label')).toBe(
    'Price of BTC in USDT with 0 buys and 1 sell, 31 Mar 2025 – 30 Apr 2025',
  );
  await user.selectOptions(screen.getByLabelText('Price of'), 'ETH');
  expect(screen.getByRole('figure').getAttribute('aria-label')).toContain('0 buys and 0 sells, 31 Mar 2025');
  expect(rows()).toBe(1);
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  expect(saved).toEqual(['x trades, 2025-03-31 to 2025-04-30.csv']);
  expect((await blobs[0]?.text())?.trim().split('\r\n')).toHaveLength(2);

  await user.click(screen.getByRole('button', { name: 'Show all trades' }));
  expect(rows()).toBe(4);
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  expect(saved.at(-1)).toBe('x trades.csv');
});

test('is there without the statistics', async () => {
  show(refusal(404, 'No such file'));
  expect(await screen.findByText(/^3 trades/)).toBeDefined();
  expect(screen.queryByLabelText('Price of')).toBeNull();
});
