// A comparison as its user sees it: figures with marks, settings that differ, code, and what is read for it.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { someResult } from '../../../testing/samples.ts';
import { refusal, serve } from '../../../testing/server.ts';
import { DAILY_ENOUGH } from './compared.ts';
import { ComparisonView } from './comparison-view.tsx';

const RESULTS = [someResult('r1', 'Calm'), someResult('r2', 'Wild')];
const DAY_MS = 86_400_000;

const dailyCurves = (days: number) => ({
  timestamp: Array.from({ length: days }, (_, day) => new Date(day * DAY_MS).toISOString()),
  portfolio: Array.from({ length: days }, (_, day) => 100 + day),
  basket: Array.from({ length: days }, (_, day) => 100 + day),
});

const open = (
  days: number,
  code: (folder: string) => string | Response | Promise<string> = () => 'x = 1',
  results = RESULTS,
) => {
  const [onOpen, onChoose] = [vi.fn(), vi.fn()];
  const server = serve({
    listResults: () => ({ results: RESULTS }),
    readFolderFile: ({ folderName, filename }) => {
      if (filename === 'Strategy') return code(folderName);
      if (filename === 'Table') return 'timestamp,BTC,portfolio_value\n';
      const isCalm = folderName === 'Calm';
      return JSON.stringify(
        filename === 'Settings'
          ? { timeframe: '24h', fees: isCalm ? 0.001 : 0.002 }
          : {
              ...{ total_return: isCalm ? 0.1 : 0.4, initial_value: 100, curves: dailyCurves(days) },
              ...{ coins: [{ coin: 'BTC' }], basket: { total_return: 0.2 } },
            },
      );
    },
  });
  const view = <ComparisonView results={results} missing={0} onOpen={onOpen} onChoose={onChoose} />;
  return { server, onOpen, onChoose, ...renderWeb(view) };
};

test('the better and the worse figure are marked with text, and settings and code that differ are shown', async () => {
  const { user, onOpen } = open(DAILY_ENOUGH);
  const figures = await screen.findByRole('table', { name: 'Figures of the compared results' });
  const row = within(figures).getByRole('row', { name: /Total return/ });
  const [calm, wild] = within(row).getAllByRole('cell') as [HTMLElement, HTMLElement];
  expect(within(calm).getByRole('img', { name: 'worst' })).toBeDefined();
  expect(within(wild).getByRole('img', { name: 'best' })).toBeDefined();
  const settings = await screen.findByRole('table', { name: 'Settings that differ' });
  expect(within(settings).getByRole('row', { name: 'Trading fees 0.10\u202F% 0.20\u202F%' })).toBeDefined();
  expect(within(settings).getAllByRole('row')).toHaveLength(2);
  expect(screen.getByText('All of them use the same code.')).toBeDefined();
  await user.click(within(figures).getByRole('button', { name: 'Wild · fees 0.20\u202F%' }));
  expect(onOpen).toHaveBeenCalledWith('c1', 'r2');
});

test('a result with critical findings is marked above its figures, and no other', async () => {
  const doubtful = someResult('r2', 'Wild', 'c1', 'Momentum', { critical_findings: 2 });
  open(DAILY_ENOUGH, undefined, [someResult('r1', 'Calm'), doubtful]);
  const figures = await screen.findByRole('table', { name: 'Figures of the compared results' });
  const [calm, wild] = within(figures).getAllByRole('columnheader') as [HTMLElement, HTMLElement];
  expect(calm.textContent).not.toContain('critical');
  expect(wild.textContent).toContain('2 critical findings');
  expect(screen.getByRole('alert').textContent).toContain(
    'Do not trust Wild · fees 0.20\u202F%: 2 critical findings.',
  );
  expect(within(figures).queryByRole('img', { name: 'best' })).toBeNull();
});

// spec: results.50
test('the benchmark can be drawn, and stands next to each return', async () => {
  const { user } = open(DAILY_ENOUGH);
  const figures = await screen.findByRole('table', { name: 'Figures of the compared results' });
  const [calm, wild] = within(within(figures).getByRole('row', { name: /Total return/ })).getAllByRole(
    'cell',
  ) as [HTMLElement, HTMLElement];
  expect(calm.textContent).toContain('+10.00\u202F%, holding BTC +20.00\u202F%');
  expect(calm.querySelector('[data-gain]')).toBeNull();
  expect(wild.querySelector('[data-gain]')?.textContent).toBe('+40.00\u202F%');
  const figure = await screen.findByRole('figure', { name: /^Equity of the compared results/ });
  const nameOf = () => figure.getAttribute('aria-label');
  expect(nameOf()).not.toContain('Hold BTC');
  await user.click(screen.getByRole('switch', { name: 'Benchmark' }));
  expect(nameOf()).toMatch(/; Hold BTC from 100\.00 to 349\.00$/);
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

test('results of several chats are named with their chat, and opened there', async () => {
  const { user, onOpen } = open(DAILY_ENOUGH, undefined, [
    someResult('r1', 'Calm'),
    someResult('r2', 'Calm', 'c2', 'Breakouts'),
  ]);
  const figures = await screen.findByRole('table', { name: 'Figures of the compared results' });
  expect(within(figures).getByRole('button', { name: 'Calm · Momentum' })).toBeDefined();
  await user.click(within(figures).getByRole('button', { name: 'Calm · Breakouts' }));
  expect(onOpen).toHaveBeenCalledWith('c2', 'r2');
});

describe('the dialog of results to compare', () => {
  const openDialog = async (results = RESULTS) => {
    const opened = open(DAILY_ENOUGH, undefined, results);
    const page = Array.from({ length: 20 }, (_, place) => someResult(`p${place}`, `Page ${place}`));
    opened.server.answer({
      listResults: ({ search, after_run_id }) => {
        if (search === 'no') return { results: [] };
        if (search) return { results: [someResult('far', 'Far away', 'c2', 'Breakouts')] };
        return { results: after_run_id === 'p19' ? [someResult('old', 'Oldest')] : page };
      },
    });
    if (results.length > 1)
      await opened.user.click(screen.getByRole('button', { name: 'Add or remove results' }));
    const dialog = await screen.findByRole('dialog', { name: 'Results to compare' });
    await within(dialog).findByRole('checkbox', { name: /^Page 19/ });
    return { ...opened, dialog };
  };

  test('adds results of any chat to those that are compared', async () => {
    const { user, onChoose, dialog } = await openDialog();
    const search = within(dialog).getByLabelText('Search the results of all chats');
    await user.type(search, 'far');
    await user.click(await within(dialog).findByRole('checkbox', { name: 'Far away in Breakouts' }));
    await user.clear(search);
    await user.type(search, 'no');
    await within(dialog).findByText('No results match “no”.');
    await user.click(within(dialog).getByRole('button', { name: 'Compare' }));
    expect(onChoose).toHaveBeenCalledWith(['r1', 'r2', 'far']);
  });

  test('is open at once for a single result, shows page after page, and takes at most six', async () => {
    const { user, dialog } = await openDialog(RESULTS.slice(0, 1));
    expect(within(dialog).getByRole('button', { name: 'Compare' })).toHaveProperty('disabled', true);
    await user.click(within(dialog).getByRole('button', { name: 'Show more' }));
    await user.click(await within(dialog).findByRole('checkbox', { name: /^Oldest/ }));
    for (const place of [0, 1, 2, 3])
      await user.click(within(dialog).getByRole('checkbox', { name: new RegExp(`^Page ${place} `) }));
    expect(within(dialog).getByText('6 results chosen, which is the maximum')).toBeDefined();
    expect(within(dialog).getByRole('checkbox', { name: /^Page 4 / })).toHaveProperty('disabled', true);
  });
});

test('a single result for which no other is chosen is shown by itself again', async () => {
  const { user, onOpen } = open(DAILY_ENOUGH, undefined, [someResult('r1', 'Calm')]);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(onOpen).toHaveBeenCalledWith('c1', 'r1');
});

test('a single result is compared with one that is chosen, and nothing else is opened', async () => {
  const { user, onOpen, onChoose } = open(DAILY_ENOUGH, undefined, [someResult('r1', 'Calm')]);
  await user.click(await screen.findByRole('checkbox', { name: /Wild/ }));
  await user.click(screen.getByRole('button', { name: 'Compare' }));
  expect(onChoose).toHaveBeenCalledWith(['r1', 'r2']);
  expect(onOpen).not.toHaveBeenCalled();
});
