// The offers of a result: its settings for the next run, and the same run again.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { selectSettings } from '../../../features/backtest-settings/settings-slice.ts';
import { renderWeb } from '../../../testing/render-web.tsx';
import { someChat, someStrategy } from '../../../testing/samples.ts';
import { serve } from '../../../testing/server.ts';
import { ResultActions } from './result-actions.tsx';

const RECORD = {
  strategy: 'strategy_alpha.py',
  strategy_version: 1,
  portfolio: ['USDT', 'BTC', 'SOL'],
  timeframe: '4h',
  fees: 0.002,
  slippage: 0.0005,
  starting_capital: 2_000,
  start_date: '2023-01-01',
  end_date: '2023-06-30',
};

const open = (strategies = [someStrategy('beta'), someStrategy('alpha')], criticalFindings = 0) => {
  const server = serve({
    readFolderFile: () => JSON.stringify(RECORD),
    executeBacktest: () => new Promise<never>(() => undefined),
  });
  const shown = (
    <ResultActions
      chat={someChat('c1', 'Momentum')}
      folderName="x"
      runId="r1"
      runAtMs={0}
      name="Best"
      strategies={strategies}
      criticalFindings={criticalFindings}
      onCompare={() => undefined}
    />
  );
  return { server, ...renderWeb(shown) };
};

test('its settings become those of the next run', async () => {
  const { user, store } = open();
  await user.click(await screen.findByRole('button', { name: 'Use these settings' }));
  expect(selectSettings(store.getState())).toEqual({
    portfolio: ['USDT', 'BTC', 'SOL'],
    timeframe: '4h',
    feesPercent: 0.2,
    slippagePercent: 0.05,
    startingCapital: 2_000,
    driftBandPercent: 0,
    driftBandTo: 'target',
    startDate: '2023-01-01',
    endDate: '2023-06-30',
  });
});

test('it is run again as it was, with the file of its name', async () => {
  const { server, user } = open();
  const again = await screen.findByRole('button', { name: 'Run again' });
  await user.click(again);
  await waitFor(() => expect(server.asked).toContain('executeBacktest'));
  expect(server.lastInput('executeBacktest')).toMatchObject({
    backtest_id: 'c1',
    focused_strategy: 'strategy_1',
    strategy_filename: 'strategy_alpha.py',
    portfolio: ['USDT', 'BTC', 'SOL'],
    timeframe: '4h',
    fees: 0.002,
    slippage: 0.0005,
    starting_capital: 2_000,
    start_date: '2023-01-01',
    end_date: '2023-06-30',
  });
  await waitFor(() => expect(again).toHaveProperty('disabled', true));
});

test('Ctrl+Enter runs it again', async () => {
  const { server, user } = open();
  await screen.findByRole('button', { name: 'Run again' });
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(server.asked).toContain('executeBacktest'));
});

test('a strategy that is gone cannot be run, and Ctrl+Enter does nothing', async () => {
  const { server, user } = open([someStrategy('beta')]);
  const again = await screen.findByRole('button', { name: 'Run again' });
  expect(again).toHaveProperty('disabled', true);
  expect(again.title).toContain('no longer in this chat');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(server.asked).not.toContain('executeBacktest');
});

test('with a critical finding it says that it cannot be deployed, before anything is asked', async () => {
  const { user } = open([someStrategy('beta')], 1);
  await user.click(await screen.findByRole('button', { name: 'Deploy' }));
  await screen.findByText('This result cannot be deployed: 1 critical finding.');
  expect(screen.queryByRole('dialog')).toBeNull();
});
