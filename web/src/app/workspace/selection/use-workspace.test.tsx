// An address of the workspace opens the very result that it names, or nothing at all.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { Chat, SessionFile } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { takeUpdate } from '../../../core/refetch.ts';
import { ChatPanel } from '../../../features/agent-chat/chat-panel.tsx';
import { renderWeb } from '../../../testing/render-web.tsx';
import { someChat, someFolder, someStrategy } from '../../../testing/samples.ts';
import { refusal, serve } from '../../../testing/server.ts';
import { MainPanel } from '../panels/main-panel.tsx';
import { RunControls } from '../panels/run-controls.tsx';
import { useFirstTab } from './use-first-tab.ts';
import { useWorkspace } from './use-workspace.ts';

const Workspace = () => <MainPanel workspace={useWorkspace()} />;

/** A chat that has a strategy if one of its files is one. */
const chatWith = (files: readonly SessionFile[]): Chat => {
  const chat = someChat('c1', 'Momentum');
  const has_strategy_code = files.some(({ type }) => type === 'strategy');
  return { ...chat, settings: { ...chat.settings, has_strategy_code } };
};

const open = (search: string, files: readonly SessionFile[]) => {
  const server = serve({
    listChats: () => [chatWith(files)],
    listFiles: () => ({ files: [...files] }),
    listFolder: () => ({ files: [{ filename: 'Strategy', size: 10 }] }),
    listFavorites: () => ({ favorites: [] }),
    readStrategy: () => 'x = 1',
  });
  return { server, ...renderWeb(<Workspace />, { path: `/app/backtest?${search}` }) };
};

const heading = (name: string) => screen.findByRole('heading', { name });
const address = () => window.location.search;

const [older, newer] = [someFolder('r-old', 'Older'), someFolder('r-new', 'Newer')];

describe('a cleared selection stays cleared after a reload', () => {
  test('a chat', async () => {
    open('chat=none', [someStrategy('alpha')]);
    await heading('No backtest chat selected');
    expect(address()).toBe('?chat=none');
  });

  // spec: workspace.65
  test('an item of a chat', async () => {
    const { user, unmount } = open('chat=c1&item=backtest-folder-7', [someStrategy('alpha')]);
    await user.click(await screen.findByRole('button', { name: 'Back to the backtest chat' }));
    await waitFor(() => expect(address()).toBe('?chat=c1&item=none'));
    unmount();
    open('chat=c1&item=none', [someStrategy('alpha')]);
    expect(await screen.findByRole('button', { name: 'Open strategy' })).toBeDefined();
    expect(address()).toBe('?chat=c1&item=none');
  });
});

test('the first strategy is opened without showing first that there is nothing', async () => {
  const shown: string[] = [];
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) shown.push(node.textContent ?? '');
  });
  watch.observe(document.body, { childList: true, subtree: true });
  open('', [someStrategy('alpha')]);
  await waitFor(() => expect(address()).toBe('?chat=c1&item=strategy-python-0'));
  await screen.findByText('strategy_alpha.py');
  watch.disconnect();
  expect(shown.join()).toContain('strategy_alpha.py');
  expect(shown.join()).not.toMatch(/No backtest chat selected|Open strategy/);
});

const getCommonDateRange = () => ({
  available: true,
  start_date: '2020-01-01',
  end_date: '2026-01-01',
  limited_by: null,
  synthetic: [],
});

const Panels = () => {
  const workspace = useWorkspace();
  const { chat, chatState } = workspace;
  return (
    <>
      <MainPanel workspace={workspace} />
      <ChatPanel chatName={chat?.name ?? null} state={chatState} conversationId={null} isPrivate={false}>
        the conversation
      </ChatPanel>
      <RunControls workspace={workspace} />
    </>
  );
};

test('until the first chat is loaded, the page does not claim that none is selected', async () => {
  const first = Promise.withResolvers<Response>();
  const server = serve({ getCommonDateRange, listChats: () => [], getFirstChat: () => first.promise });
  renderWeb(<Panels />, { path: '/app/backtest' });
  await waitFor(() => expect(server.asked).toContain('getFirstChat'));
  await screen.findByText('Loading the backtest chats ...');
  expect(document.body.textContent).not.toMatch(/No backtest chat selected|Please select/);
  first.resolve(refusal(503, 'Not now'));
  await waitFor(() => expect(document.body.textContent).toMatch(/Please select a backtest chat first/));
});

test('chats that could not be read do not count as none, and are requested again', async () => {
  const server = serve({ getCommonDateRange, listChats: () => refusal(503, 'Not now') });
  const { user } = renderWeb(<Panels />, { path: '/app/backtest' });
  await heading('The backtest chats could not be loaded');
  expect(document.body.textContent).not.toMatch(/No backtest chat selected|Please select/);
  server.answer({ listChats: () => [someChat('c1', 'Momentum')], listFiles: () => ({ files: [] }) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('the conversation');
});

const OnPhone = () => {
  useFirstTab(useWorkspace(), true);
  return null;
};

test.each([
  ['without a strategy opens on its conversation', '', [], '?chat=c1&view=strategy'],
  ['with a strategy opens on it', '', [someStrategy('alpha')], '?chat=c1&item=strategy-python-0'],
])('on a phone a chat %s', async (_case, search, files, opened) => {
  serve({ listChats: () => [chatWith(files)], listFiles: () => ({ files: [...files] }) });
  renderWeb(
    <>
      <Workspace />
      <OnPhone />
    </>,
    { path: `/app/backtest${search}` },
  );
  await waitFor(() => expect(address()).toBe(opened));
});

describe('a link to a result', () => {
  test('gets the id of its run, and opens that run after another result was deleted', async () => {
    const { unmount } = open('chat=c1&item=backtest-folder-1', [older, newer]);
    await heading('Newer');
    await waitFor(() => expect(address()).toBe('?chat=c1&item=backtest-folder-1&run=r-new'));
    const link = address().slice(1);
    unmount();
    open(link, [newer]);
    await heading('Newer');
    await waitFor(() => expect(address()).toBe('?chat=c1&item=backtest-folder-0&run=r-new'));
  });

  test('to one that was deleted opens no other', async () => {
    open('chat=c1&item=backtest-folder-0&run=r-old', [newer]);
    await heading('Invalid folder or file index');
    expect(screen.queryByText('Newer')).toBeNull();
    expect(address()).toBe('?chat=c1&item=backtest-folder-0&run=r-old');
  });

  test('to one that arrives later opens then', async () => {
    const { server, store } = open('chat=c1&item=backtest-folder-0&run=r-new', [older]);
    await heading('Invalid folder or file index');
    server.answer({ listFiles: () => ({ files: [older, newer] }) });
    store.dispatch(takeUpdate({ topic: 'files', backtest_id: 'c1' }));
    await heading('Newer');
    await waitFor(() => expect(address()).toBe('?chat=c1&item=backtest-folder-1&run=r-new'));
  });

  // spec: results.26
  test.each([
    'backtest-folder-7',
    'backtest-folder-x',
    'folder-backtest-folder-3-0',
    'strategy-csv-3',
    'nonsense',
  ])('that counts wrong (%s) says so, and opens no strategy instead', async (key) => {
    open(`chat=c1&item=${key}`, [someStrategy('alpha'), newer]);
    await heading('Invalid folder or file index');
    expect(address()).toBe(`?chat=c1&item=${key}`);
  });

  // spec: results.27
  test.each(['chat=gone&item=backtest-folder-0', 'chat=gone', 'item=backtest-folder-0'])(
    'of no chat of the user (%s) says so, and selects no other chat',
    async (search) => {
      const { user } = open(search, [newer]);
      await heading('No backtest selected');
      expect(address()).toBe(`?${search}`);
      await user.click(screen.getByRole('button', { name: 'Open Momentum' }));
      await waitFor(() => expect(address()).toBe('?chat=c1'));
    },
  );
});
