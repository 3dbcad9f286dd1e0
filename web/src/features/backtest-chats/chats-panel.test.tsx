// The panel 'Backtest Chats' as its user sees it: loading, refused, empty, and the requests of each change.
// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { streamHeard } from '../../core/connection-slice.ts';
import { takeUpdate } from '../../core/refetch.ts';
import type { Item } from '../../lib/item-key.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { someChat, someFolder, someStrategy } from '../../testing/samples.ts';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import { useListChatsQuery } from './api.ts';
import { ChatsPanel } from './chats-panel.tsx';
import type { DeployedResults } from './tree/tree-actions.ts';

const chat = someChat('c1', 'Momentum');
const answers: Answers = {
  listChats: () => [chat],
  listFiles: () => ({ files: [someStrategy('alpha')] }),
  listFavorites: () => ({ favorites: [] }),
  listActiveRuns: () => ({ runs: [] }),
  listStudies: () => ({ studies: [] }),
};

/** The panel on the server's data, with its selection. */
const Panel = ({ deployed }: { deployed?: DeployedResults }) => {
  const { data, error } = useListChatsQuery();
  const [selected, select] = useState<{ chatId: string | null; item: Item | null }>({
    chatId: 'c1',
    item: null,
  });
  return (
    <ChatsPanel
      chats={data}
      error={error}
      {...selected}
      onSelect={(chatId, item) => select({ chatId, item })}
      {...(deployed && { deployed })}
    />
  );
};

const no = () => refusal(500, 'No');
const line = (name: string) => screen.findByRole('treeitem', { name: new RegExp(`^${name}`) });
const openMenu = async (user: ReturnType<typeof renderWeb>['user'], name: string, entry: string) => {
  (await line(name)).focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await user.click(await screen.findByRole('menuitem', { name: entry }));
  return screen.findByRole('dialog');
};
const expandedPanel = async () => {
  const view = renderWeb(<Panel />);
  await view.user.click(await screen.findByRole('button', { name: 'Expand Momentum' }));
  await line('alpha');
  return view;
};

test('a study is found again before its chat has any result', async () => {
  const study = {
    ...{
      study_id: 's1',
      backtest_id: 'c1',
      strategy_filename: 'strategy_alpha.py',
      status: 'running' as const,
    },
    ...{ method: 'grid' as const, points_total: 9, done: 1 },
    axes: [{ kind: 'parameter' as const, name: 'lookback' }],
    ...{ started_at: '2026-11-29T23:00:00.000Z', ended_at: null },
  };
  const server = serve(answers);
  const { store } = await expandedPanel();
  await screen.findByText('3 Backtest Strategy');
  server.answer({ ...answers, listStudies: () => ({ studies: [study] }) });
  store.dispatch(takeUpdate({ topic: 'studies', backtest_id: 'c1' }));
  await line('All results and studies');
  expect(screen.queryByText('3 Backtest Strategy')).toBeNull();
});

describe('what is not there', () => {
  // spec: chats.33
  test('chats that cannot be listed say so, and are requested again', async () => {
    const server = serve({ ...answers, listChats: () => refusal(503, 'Not now') });
    const { user } = renderWeb(<Panel />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to fetch backtests: Not now');
    server.answer(answers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await line('Momentum');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('favorites and files that cannot be listed have a line each, which asks again', async () => {
    const server = serve({
      ...answers,
      listFavorites: () => refusal(503, 'Not now'),
      listFiles: () => refusal(503, 'Not now'),
    });
    const { user } = renderWeb(<Panel />);
    await user.click(await screen.findByRole('button', { name: 'Expand Momentum' }));
    const favorites = await line('The favorites could not be listed: Not now');
    const files = await line('The files could not be listed: Not now');
    server.answer(answers);
    favorites.focus();
    await user.keyboard('{Enter}');
    await user.click(files);
    await line('alpha');
    expect(screen.queryByText(/Not now/)).toBeNull();
  });

  // spec: chats.42
  test('more than eight chats can be filtered; an empty result says so', async () => {
    const many = Array.from({ length: 9 }, (_, index) => someChat(`n${index}`, `Chat ${index}`));
    serve({ ...answers, listChats: () => many });
    const { user } = renderWeb(<Panel />);
    const filter = await screen.findByRole('searchbox', { name: 'Filter chats' });
    await user.type(filter, 'CHAT 3');
    await waitFor(() => expect(screen.getAllByRole('treeitem')).toHaveLength(1));
    await user.clear(filter);
    await user.type(filter, 'nothing');
    expect(await screen.findByText('No chat has “nothing” in its name.')).toBeDefined();
    await user.type(filter, '{Escape}');
    await line('Chat 8');
  });
});

describe('what the server refuses', () => {
  // spec: chats.34, chats.41
  test.each([
    ['Momentum', 'Duplicate', 'Failed to duplicate backtest: No'],
    ['Momentum', 'Delete', 'Failed to delete backtest: No'],
    ['alpha', 'Delete', 'Error deleting strategy file: No'],
  ])('%s: %s is said in a message, and its dialog is gone', async (name, entry, problem) => {
    serve({ ...answers, duplicateChat: no, deleteChat: no, deleteStrategy: no });
    const { user } = await expandedPanel();
    const dialog = await openMenu(user, name, entry);
    await user.click(within(dialog).getByRole('button', { name: entry }));
    expect(await screen.findByText(problem)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  // spec: chats.34
  test('a new name is said in the dialog, where another can be typed', async () => {
    serve({ ...answers, renameChat: no, createChat: no });
    const { user } = await expandedPanel();
    const rename = await openMenu(user, 'Momentum', 'Rename');
    await user.type(within(rename).getByRole('textbox'), ' two{Enter}');
    expect((await within(rename).findByRole('alert')).textContent).toBe('Failed to update backtest: No');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Create Chat' }));
    const create = await screen.findByRole('dialog', { name: 'Enter Backtest Chat Name' });
    await user.type(within(create).getByRole('textbox'), 'Another{Enter}');
    const alert = await within(create).findByRole('alert');
    expect(alert.textContent).toBe('Failed to create backtest session: No');
  });

  // spec: chats.38
  test('a star is taken back', async () => {
    const refused = Promise.withResolvers<Response>();
    serve({ ...answers, addFavorite: () => refused.promise });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    const { user } = await expandedPanel();
    const star = screen.getByRole('button', { name: 'Favorite alpha' });
    await user.click(star);
    expect(star.getAttribute('aria-pressed')).toBe('true');
    refused.resolve(no());
    expect(await screen.findByText('Error updating favorite')).toBeDefined();
    expect(star.getAttribute('aria-pressed')).toBe('false');
    expect(warn.mock.calls).toEqual([['Failed to update favorite: No']]);
  });
});

describe('a name that cannot be', () => {
  test('is refused by the dialog, before it is sent', async () => {
    const server = serve({ ...answers, listChats: () => [chat, someChat('c2', 'Taken')] });
    const { user } = await expandedPanel();
    await user.click(screen.getByRole('button', { name: 'Create Chat' }));
    const create = await screen.findByRole('dialog', { name: 'Enter Backtest Chat Name' });
    await user.type(within(create).getByRole('textbox'), 'ab{Enter}');
    expect(within(create).getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    await user.click(within(create).getByRole('button', { name: 'Cancel' }));
    const rename = await openMenu(user, 'Momentum', 'Rename');
    const box = within(rename).getByRole('textbox');
    const send = () => within(rename).getByRole<HTMLButtonElement>('button', { name: 'Rename' });
    await user.clear(box);
    await user.type(box, 'TAKEN');
    expect(send().disabled).toBe(true);
    await user.type(box, ' not');
    expect(within(rename).getByText('✓ Name is available')).toBeDefined();
    expect(send().disabled).toBe(false);
    expect(server.asked).not.toContain('createChat');
    expect(server.asked).not.toContain('renameChat');
  });
});

describe('a chat that is renamed', () => {
  const renamed = () => ({ ...chat, name: 'Renamed' });
  const rename = async ({ user }: ReturnType<typeof renderWeb>) => {
    const dialog = await openMenu(user, 'Momentum', 'Rename');
    const box = within(dialog).getByRole('textbox');
    await user.clear(box);
    await user.type(box, 'Renamed{Enter}');
  };

  // spec: live.10
  test('costs one PUT, and one GET when the update names it', async () => {
    const server = serve({ ...answers, renameChat: renamed });
    const view = await expandedPanel();
    view.store.dispatch(streamHeard());
    server.forget();
    server.answer({ listChats: () => [renamed()] });
    await rename(view);
    await waitFor(() => expect(server.asked).toEqual(['renameChat']));
    view.store.dispatch(takeUpdate({ topic: 'chats', backtest_id: null }));
    await line('Renamed');
    expect(server.asked).toEqual(['renameChat', 'listChats']);
  });

  test('to what it is called already is left as it is, and nothing is sent', async () => {
    const server = serve({ ...answers, renameChat: renamed });
    const { user } = await expandedPanel();
    const dialog = await openMenu(user, 'Momentum', 'Rename');
    expect(within(dialog).getByRole('textbox')).toHaveProperty('value', 'Momentum');
    await user.type(within(dialog).getByRole('textbox'), '  {Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked).not.toContain('renameChat');
  });

  test('is requested by this tab while no updates arrive', async () => {
    const server = serve({ ...answers, renameChat: renamed });
    const view = await expandedPanel();
    server.forget();
    server.answer({ listChats: () => [renamed()] });
    await rename(view);
    await line('Renamed');
    expect(server.asked).toEqual(['renameChat', 'listChats']);
  });
});

// spec: trading-page.39
test('a result that is deployed is marked, and whether it trades', async () => {
  serve({
    ...answers,
    listFiles: () => ({
      files: [someFolder('r1', 'one'), someFolder('r2', 'two'), someFolder('r3', 'three')],
    }),
  });
  const { user } = renderWeb(
    <Panel
      deployed={
        new Map([
          ['c1/two', 'active'],
          ['c1/three', 'stopped'],
        ])
      }
    />,
  );
  await user.click(await screen.findByRole('button', { name: 'Expand Momentum' }));
  expect((await line('two')).textContent).toMatch(/Deployed(?!, )/);
  expect((await line('three')).textContent).toContain('Deployed, stopped');
  expect((await line('one')).textContent).not.toContain('Deployed');
});

test('a result with critical findings says so at the end of its line, so that its name is what is seen', async () => {
  const files = [someFolder('r1', 'one', { critical_findings: 2 }), someFolder('r2', 'two')];
  serve({ ...answers, listFiles: () => ({ files }) });
  const { user } = renderWeb(<Panel />);
  await user.click(await screen.findByRole('button', { name: 'Expand Momentum' }));
  expect((await line('one')).textContent).toMatch(/2 critical findings$/);
  expect((await line('two')).textContent).not.toContain('critical');
});
