// 'Execute Backtest' runs, while a result is shown, its strategy with the settings of the panel, if it is still there.
// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { PRIVATE_STRATEGY_NAME } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { savedFromChat } from '../../../features/backtest-settings/chat-coins-slice.ts';
import { selectSettings } from '../../../features/backtest-settings/settings-slice.ts';
import { renderWeb } from '../../../testing/render-web.tsx';
import { someChat, someFolder, someStrategy } from '../../../testing/samples.ts';
import { serve } from '../../../testing/server.ts';
import type { Workspace } from '../selection/use-workspace.ts';
import { RunControls } from './run-controls.tsx';

const open = (strategy: string, code = 'def strategy(candles, settings): ...') => {
  const server = serve({
    readFolderFile: () => JSON.stringify({ strategy, portfolio: ['USDT', 'BTC'], timeframe: '1h', fees: 0 }),
    readStrategy: () => code,
    getCommonDateRange: () => ({
      ...{ available: true, start_date: '2020-01-01', end_date: '2025-10-08' },
      ...{ limited_by: null, synthetic: [] },
    }),
    checkStrategy: () => ({ problems: [], parameters: [] }),
    executeBacktest: () => new Promise<never>(() => undefined),
  });
  const workspace = {
    chat: someChat('c1', 'Momentum'),
    chatState: 'shown',
    item: { kind: 'folder-file', folderIndex: 0, fileIndex: 2 },
    folders: [someFolder('r1')],
    strategies: [someStrategy('beta'), someStrategy('alpha')],
    filesLoaded: true,
  } as unknown as Workspace;
  return { server, ...renderWeb(<RunControls workspace={workspace} />) };
};
const button = () => screen.findByRole('button', { name: 'Execute Backtest' });

test.each([
  ['strategy_alpha.py', { focused_strategy: 'strategy_1', strategy_filename: 'strategy_alpha.py' }],
  [PRIVATE_STRATEGY_NAME, { focused_strategy: PRIVATE_STRATEGY_NAME }],
])('%s of the result is run with the settings of the panel', async (strategy, expected) => {
  const { server, user } = open(strategy);
  await screen.findByText(`Runs ${strategy} with these settings.`);
  await user.click(await button());
  await waitFor(() => expect(server.asked).toContain('executeBacktest'));
  expect(server.lastInput('executeBacktest')).toMatchObject({ ...expected, timeframe: '24h', fees: 0.001 });
});

// spec: strategies.51
test('coins on which the strategy ran in the chat are offered, and become the portfolio when pressed', async () => {
  const { user, store } = open('strategy_alpha.py');
  await button();
  expect(screen.queryByRole('note', { name: 'Coins of the strategy' })).toBeNull();
  const coins = ['USDT', 'BTC', 'ETH', 'SOL'];
  act(() => void store.dispatch(savedFromChat({ chatId: 'c1', filename: 'strategy_alpha.py', coins })));
  const offer = await screen.findByRole('note', { name: 'Coins of the strategy' });
  expect(offer.textContent).toContain(
    'In the chat it ran on BTC, ETH, SOL. This run uses your portfolio: BTC.',
  );
  await user.click(within(offer).getByRole('button', { name: 'Use its 3 coins' }));
  expect(selectSettings(store.getState()).portfolio).toEqual(coins);
  expect(screen.queryByRole('note', { name: 'Coins of the strategy' })).toBeNull();
});

test('a ranking that the portfolio leaves no choice warns next to the button', async () => {
  open('strategy_alpha.py', 'def strategy(candles, settings):\n    return rank_top(candles.close, 3)');
  const warning = await screen.findByText(/^It picks 3 coins, but Portfolio has only 1 coin/);
  expect((await button()).getAttribute('aria-describedby')).toContain(warning.parentElement?.id);
});

test('a strategy that is gone is named next to the button', async () => {
  open('strategy_gone.py');
  await screen.findByText('strategy_gone.py is no longer in this chat, so it cannot be run.');
  expect(await button()).toHaveProperty('disabled', true);
});
