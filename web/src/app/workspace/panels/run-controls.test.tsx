// What 'Execute Backtest' runs while a result is shown: its strategy with the settings of the panel, if it is still there.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { PRIVATE_STRATEGY_NAME } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { someChat, someFolder, someStrategy } from '../../../testing/samples.ts';
import { serve } from '../../../testing/server.ts';
import type { Workspace } from '../selection/use-workspace.ts';
import { RunControls } from './run-controls.tsx';

const open = (strategy: string) => {
  const server = serve({
    readFolderFile: () => JSON.stringify({ strategy, portfolio: ['USDT', 'BTC'], timeframe: '1h', fees: 0 }),
    readStrategy: () => 'def strategy(candles, settings): ...',
    getCommonDateRange: () => ({
      ...{ available: true, start_date: '2020-01-01', end_date: '2025-10-08' },
      ...{ limited_by: null, synthetic: [] },
    }),
    checkStrategy: () => ({ problems: [] }),
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

test('a strategy that is gone is named next to the button', async () => {
  open('strategy_gone.py');
  await screen.findByText('strategy_gone.py is no longer in this chat, so it cannot be run.');
  expect(await button()).toHaveProperty('disabled', true);
});
