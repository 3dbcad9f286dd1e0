// The key figures are those of the whole run, or of what the charts are zoomed into, and say which.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { serve } from '../../../testing/server.ts';
import { KeyFigures } from './key-figures.tsx';

const STATISTICS = JSON.stringify({
  total_return: 0.5,
  cagr: 0.25,
  sharpe_ratio: 1.5,
  final_value: 15_000,
  benchmark: { name: 'BTC', total_return: 0.2 },
  basket: { name: 'Basket', total_return: 0.9 },
  coins: [{ coin: 'BTC' }, { coin: 'ETH' }],
});
const comparedWith = (label: string) => screen.getByText(label).nextSibling as HTMLElement;
const ZOOMED = {
  range: { from: Date.UTC(2025, 0, 8), to: Date.UTC(2025, 1, 1) },
  total_return: -0.1,
  cagr: null,
  max_drawdown: -0.2,
  sharpe_ratio: -0.75,
  final_value: 9_000,
  fees_paid: 3,
  held_return: -0.35,
};

test('of the whole run: a return that holding beats has no colour, however high it is', async () => {
  serve({ readFolderFile: () => STATISTICS });
  renderWeb(<KeyFigures chatId="c1" folderName="x" zoomed={null} />);
  expect((await screen.findByText('+50.00 %')).dataset.tone).toBeUndefined();
  expect(screen.getByText('+25.00 %').dataset.tone).toBeUndefined();
  const compared = comparedWith('vs Hold all coins equally +90.00 %');
  expect(compared.textContent).toBe('−40.00\u202Fpp');
  expect(compared.dataset.tone).toBe('loss');
  expect(screen.getByRole('status').textContent).toBe('For the whole run');
});

test('of the range that is shown', async () => {
  serve({ readFolderFile: () => STATISTICS });
  renderWeb(<KeyFigures chatId="c1" folderName="x" zoomed={ZOOMED} />);
  expect((await screen.findByText('−10.00 %')).dataset.tone).toBeUndefined();
  expect(screen.queryByText('+50.00 %')).toBeNull();
  expect(comparedWith('vs Hold all coins equally −35.00 %').textContent).toBe('+25.00\u202Fpp');
  expect(screen.getByRole('status').textContent).toBe(
    'For the range shown, 8 Jan 2025 – 31 Jan 2025; Sharpe annualised from 24 days',
  );
});

// spec: results.59
test('that are annual say from how many days they are, if those are less than a year', async () => {
  const noteOf = async (start: string, end: string, zoomed: typeof ZOOMED | null = null) => {
    serve({
      readFolderFile: () => JSON.stringify({ total_return: 0.5, cagr: 0.1, sharpe_ratio: 1, start, end }),
    });
    const { unmount } = renderWeb(<KeyFigures chatId="c1" folderName={`${start}${end}`} zoomed={zoomed} />);
    const note = (await screen.findByRole('status')).textContent;
    unmount();
    return note;
  };
  expect(await noteOf('2025-01-01', '2025-02-04')).toBe(
    'For the whole run; CAGR and Sharpe annualised from 34 days',
  );
  expect(await noteOf('2024-10-09', '2025-10-09')).toBe('For the whole run');
  const year = { ...ZOOMED, range: { from: Date.UTC(2024, 9, 9), to: Date.UTC(2025, 9, 9) } };
  expect(await noteOf('2020-01-01', '2025-10-09', year)).toBe('For the range shown, 9 Oct 2024 – 8 Oct 2025');
});

test.each([
  ['its only coin', { basket: { total_return: 0.1 }, coins: [{ coin: 'ETH' }] }, 'vs Hold ETH +10.00 %'],
  ['BTC in a result that knows nothing else', { benchmark: { total_return: 0.2 } }, 'vs Hold BTC +20.00 %'],
])('is compared with %s', async (_, statistics, label) => {
  serve({ readFolderFile: () => JSON.stringify({ total_return: 0.5, ...statistics }) });
  renderWeb(<KeyFigures chatId="c1" folderName="x" zoomed={null} />);
  expect((await screen.findByText(label)).nextSibling).toHaveProperty('dataset.tone', 'gain');
  expect(screen.getByText('+50.00 %').dataset.tone).toBe('gain');
});
