// The picture of a result: drawn from its figures in the colours of the page, else the server's.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { refusal, serve } from '../../../testing/server.ts';
import { ResultPicture } from './result-picture.tsx';

const PLACE_PX = 900;

/** An element that has a width, as in a browser. */
class Sized {
  readonly #tell: ResizeObserverCallback;
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }
  observe() {
    const contentRect = { width: PLACE_PX, height: 500 } as DOMRectReadOnly;
    requestAnimationFrame(() =>
      this.#tell([{ contentRect } as ResizeObserverEntry], this as unknown as ResizeObserver),
    );
  }
  unobserve() {}
  disconnect() {}
}

// Plotly needs a browser that draws.
const drawn = vi.fn();

const FILES: Readonly<Record<string, string>> = {
  Statistics: JSON.stringify({
    initial_value: 100,
    curves: { timestamp: ['2024-01-01', '2024-01-02'], portfolio: [101, 102] },
  }),
  Settings: JSON.stringify({ starting_capital: 25_000, slippage: 0, fees: 0.001 }),
  Table:
    'timestamp,portfolio_value\n2024-01-01T00:00:00Z,100\n2024-01-01T12:00:00Z,101\n2024-01-02T00:00:00Z,102',
};
const server = (files: Readonly<Record<string, string>>) =>
  serve({ readFolderFile: ({ filename }) => files[filename] ?? refusal(404, 'No such file') });
const picture = () => screen.findByRole('img', { name: 'Chart of Momentum: portfolio value over time' });

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', Sized);
  drawn.mockReset().mockResolvedValue('data:image/png;base64,drawn');
});

test('is drawn from every bar, with what was run above it, in the scheme of the page', async () => {
  server(FILES);
  renderWeb(<ResultPicture draw={drawn} chatId="c1" folderName="backtest_x" title="Momentum" hasTable />);
  expect((await picture()).getAttribute('src')).toBe('data:image/png;base64,drawn');
  expect(screen.getByTitle('Download the picture').getAttribute('download')).toBe('Momentum.png');
  const [curves, { scheme, caption, placePx }] = drawn.mock.calls[0] ?? [];
  expect(curves.portfolio.values).toHaveLength(3);
  expect(['dark', 'light']).toContain(scheme);
  expect(caption.facts).toEqual(['from 25,000.00 USDT', expect.stringMatching(/fees$/), 'no slippage']);
  expect(placePx).toBe(PLACE_PX);
});

test('is drawn from the days of a private strategy, whose table is not requested', async () => {
  const { asked } = server({ ...FILES, Table: '' });
  renderWeb(
    <ResultPicture draw={drawn} chatId="c1" folderName="backtest_x" title="Momentum" hasTable={false} />,
  );
  await picture();
  expect(drawn.mock.calls[0]?.[0].portfolio.values).toHaveLength(2);
  expect(asked).toHaveLength(2);
});

test.each([
  ['there is nothing to draw from', {}, undefined],
  ['it cannot be drawn', FILES, new Error('no canvas')],
])("is the server's where %s", async (_, files, failure) => {
  if (failure) drawn.mockRejectedValue(failure);
  server(files);
  renderWeb(<ResultPicture draw={drawn} chatId="c1" folderName="backtest_x" title="Momentum" hasTable />);
  expect((await picture()).getAttribute('src')).toMatch(/\/folders\/backtest_x\/Chart$/);
});

test('of a run of one bar is words at once, and no picture is requested', async () => {
  const curves = { timestamp: ['2024-01-01'], portfolio: [101] };
  server({
    ...FILES,
    Statistics: JSON.stringify({ initial_value: 100, final_value: 101, curves }),
    Table: 'timestamp,portfolio_value\n2024-01-01T00:00:00Z,101',
  });
  renderWeb(<ResultPicture draw={drawn} chatId="c1" folderName="backtest_x" title="Momentum" hasTable />);
  expect(await screen.findByText(/began with 100\.00 USDT and ended with 101\.00 USDT/)).toBeDefined();
  expect(screen.queryByRole('img', { name: /^Chart of/ })).toBeNull();
});
