// The charts of a result while its long table is still on its way.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { refusal, serve } from '../../../testing/server.ts';
import { FolderCharts } from './folder-charts.tsx';

/** The charts of each day begin with its close, those of every bar with the first one. */
const DAYS = /^Portfolio value from 101\.00 USDT to 102\.00/;
const BARS = /^Portfolio value from 100\.00 USDT to 102\.00/;

const STATISTICS = JSON.stringify({
  initial_value: 100,
  curves: { timestamp: ['2024-01-01', '2024-01-02'], portfolio: [101, 102] },
});
const TABLE = [
  'timestamp,portfolio_value',
  '2024-01-01T00:00:00Z,100',
  '2024-01-01T12:00:00Z,101',
  '2024-01-02T12:00:00Z,102',
].join('\n');

test('leave the figures the way: the table is requested once they are drawn', async () => {
  const statistics = Promise.withResolvers<string>();
  const asked: string[] = [];
  serve({
    readFolderFile: ({ filename }) => {
      asked.push(filename);
      return filename === 'Table' ? TABLE : statistics.promise;
    },
  });
  renderWeb(
    <FolderCharts chatId="c1" folderName="f1" title="Best" has={() => true} onFigures={() => undefined} />,
  );
  await vi.waitFor(() => expect(asked).toEqual(['Statistics', 'Settings']));
  statistics.resolve(STATISTICS);
  expect(await screen.findByRole('figure', { name: BARS })).toBeDefined();
  expect(asked).toEqual(['Statistics', 'Settings', 'Table']);
});

test('draw the days at once, and every bar when the table is there', async () => {
  const table = Promise.withResolvers<string>();
  serve({ readFolderFile: ({ filename }) => (filename === 'Table' ? table.promise : STATISTICS) });
  renderWeb(
    <FolderCharts chatId="c1" folderName="f1" title="Best" has={() => true} onFigures={() => undefined} />,
  );
  expect(await screen.findByRole('figure', { name: DAYS })).toBeDefined();
  table.resolve(TABLE);
  expect(await screen.findByRole('figure', { name: BARS })).toBeDefined();
});

test('are those of days while the table cannot be read', async () => {
  serve({
    readFolderFile: ({ filename }) => (filename === 'Table' ? refusal(503, 'Not now') : STATISTICS),
  });
  const { user } = renderWeb(
    <FolderCharts chatId="c1" folderName="f1" title="Best" has={() => true} onFigures={() => undefined} />,
  );
  await screen.findByText('Not now');
  expect(screen.getByRole('figure', { name: DAYS })).toBeDefined();
  const server = serve({ readFolderFile: ({ filename }) => (filename === 'Table' ? TABLE : STATISTICS) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('figure', { name: BARS })).toBeDefined();
  expect(server.asked).toContain('readFolderFile');
});
