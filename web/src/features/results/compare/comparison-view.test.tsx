// A comparison as its user meets it: figures with marks, settings that differ, code, and what is read for it.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { someFolder } from '../../../testing/samples.ts';
import { refusal, serve } from '../../../testing/server.ts';
import { DAILY_ENOUGH } from './compared.ts';
import { ComparisonView } from './comparison-view.tsx';

const FOLDERS = [someFolder('r1', 'Calm'), someFolder('r2', 'Wild')];
const DAY_MS = 86_400_000;

const dailyCurves = (days: number) => ({
  timestamp: Array.from({ length: days }, (_, day) => new Date(day * DAY_MS).toISOString()),
  portfolio: Array.from({ length: days }, (_, day) => 100 + day),
});

const open = (
  days: number,
  code: (folder: string) => string | Response | Promise<string> = () => 'x = 1',
) => {
  const onSelect = vi.fn();
  const server = serve({
    readFolderFile: ({ folderName, filename }) => {
      if (filename === 'Strategy') return code(folderName);
      if (filename === 'Table') return 'timestamp,BTC,portfolio_value\n';
      const isCalm = folderName === 'Calm';
      return JSON.stringify(
        filename === 'Settings'
          ? { timeframe: '24h', fees: isCalm ? 0.001 : 0.002 }
          : { total_return: isCalm ? 0.1 : 0.4, curves: dailyCurves(days) },
      );
    },
  });
  const view = <ComparisonView chatId="c1" files={FOLDERS} folders={FOLDERS} onSelect={onSelect} />;
  return { server, onSelect, ...renderWeb(view) };
};

test('the better and the worse figure are marked with text, and settings and code that differ are shown', async () => {
  const { user, onSelect } = open(DAILY_ENOUGH);
  const figures = await screen.findByRole('table', { name: 'Figures of the compared results' });
  const row = within(figures).getByRole('row', { name: /Total return/ });
  const [calm, wild] = within(row).getAllByRole('cell') as [HTMLElement, HTMLElement];
  expect(within(calm).getByRole('img', { name: 'worst' })).toBeDefined();
  expect(within(wild).getByRole('img', { name: 'best' })).toBeDefined();
  const settings = await screen.findByRole('table', { name: 'Settings that differ' });
  expect(within(settings).getByRole('row', { name: 'Trading fees 0.10\u202F% 0.20\u202F%' })).toBeDefined();
  expect(within(settings).getAllByRole('row')).toHaveLength(2);
  expect(screen.getByText('They were run with the same code.')).toBeDefined();
  await user.click(within(figures).getByRole('button', { name: 'Wild' }));
  expect(onSelect).toHaveBeenCalledWith({ kind: 'folder', index: 1, run: 'r2' });
});

test('figures are shown while settings and code are on their way', async () => {
  const code = Promise.withResolvers<string>();
  open(DAILY_ENOUGH, () => code.promise);
  expect(await screen.findByRole('table', { name: 'Figures of the compared results' })).toBeDefined();
  expect(screen.queryByRole('table', { name: 'Settings that differ' })).toBeNull();
  code.resolve('x = 1');
  expect(await screen.findByRole('table', { name: 'Settings that differ' })).toBeDefined();
});

test('the table of a long run is not read; that of a short one is, for its finer curve', async () => {
  const tables = (asked: ReturnType<typeof open>['server']) =>
    asked.asked.filter((name) => name === 'readFolderFile').length;
  const long = open(DAILY_ENOUGH);
  await screen.findByRole('table', { name: 'Settings that differ' });
  expect(tables(long.server)).toBe(6);
  long.unmount();
  const short = open(DAILY_ENOUGH - 1);
  await screen.findByRole('table', { name: 'Settings that differ' });
  expect(tables(short.server)).toBe(8);
});

test('a private strategy without code is compared all the same; a failure is retried', async () => {
  const { server, user } = open(DAILY_ENOUGH, () => refusal(503, 'Not now'));
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer({ readFolderFile: () => refusal(404, 'No such file') });
  await user.click(again);
  await screen.findByRole('table', { name: 'Settings that differ' });
  expect(screen.queryByRole('heading', { name: 'Code' })).toBeNull();
});
