// The offers of a result: its settings for the next run, and the same run again.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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

const open = (
  strategies = [someStrategy('beta'), someStrategy('alpha')],
  criticalFindings = 0,
  changed: object = {},
) => {
  const onStudy = vi.fn();
  const server = serve({
    readFolderFile: () => JSON.stringify({ ...RECORD, ...changed }),
    readStrategy: () => 'def strategy(candles, settings):\n    return candles.close * 0\n',
    priceStudy: () => ({ points: 27, cost_at_most_vut: 0.4 }),
    startStudy: () => ({ points: 27, cost_at_most_vut: 0.4, study_id: 'study-one' }),
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
      onStudy={onStudy}
    />
  );
  return { server, onStudy, ...renderWeb(shown) };
};

test('its settings become those of the next run', async () => {
  const { user, store } = open();
  await user.click(await screen.findByRole('button', { name: 'Use these settings' }));
  expect(selectSettings(store.getState())).toEqual({
    portfolio: ['USDT', 'BTC', 'SOL'],
    timeframe: '4h',
    fees: 0.002,
    slippage: 0.0005,
    startingCapital: 2_000,
    driftBandPercent: 0,
    driftBandTo: 'target',
    rebalanceEvery: 'bar',
    startDate: '2023-01-01',
    endDate: '2023-06-30',
  });
});

test('it is run again as it was, to the last digit of its fees, with the file of its name', async () => {
  const { server, user } = open(undefined, 0, { fees: 0.000_712_5 });
  const again = await screen.findByRole('button', { name: 'Run again' });
  await user.click(again);
  await waitFor(() => expect(server.asked).toContain('executeBacktest'));
  expect(server.lastInput('executeBacktest')).toMatchObject({
    backtest_id: 'c1',
    focused_strategy: 'strategy_1',
    strategy_filename: 'strategy_alpha.py',
    portfolio: ['USDT', 'BTC', 'SOL'],
    timeframe: '4h',
    fees: 0.000_712_5,
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

test('its rebalance policies are studied with its own settings, and the study is opened', async () => {
  const { server, user, onStudy } = open(undefined, 0, { fees: 0.000_75, rebalance_every: 'weekly' });
  await user.click(await screen.findByRole('button', { name: 'Rebalance policies' }));
  const start = await screen.findByRole('button', { name: 'Start study' });
  await screen.findByText('27 points');
  expect(screen.queryByText(/has changed since/)).toBeNull();
  await user.click(start);
  await waitFor(() => expect(onStudy).toHaveBeenCalledWith('study-one'));
  expect(server.lastInput('startStudy')).toMatchObject({
    ...{ backtest_id: 'c1', focused_strategy: 'strategy_1', strategy_filename: 'strategy_alpha.py' },
    ...{ portfolio: ['USDT', 'BTC', 'SOL'], timeframe: '4h', fees: 0.000_75, slippage: 0.0005 },
    ...{ starting_capital: 2_000, start_date: '2023-01-01', end_date: '2023-06-30' },
    settings: { rebalance_every: { values: ['bar', 'daily', 'weekly', 'monthly'] } },
  });
});

test('a study of policies says that it runs the file as it is now, where that has changed', async () => {
  const { user } = open([{ ...someStrategy('alpha'), version: 3 }]);
  await user.click(await screen.findByRole('button', { name: 'Rebalance policies' }));
  await screen.findByText(/^strategy_alpha.py has changed since: the study runs version 3/);
});

test.each([
  [{ strategy: 'TrendBot 2.0' }, 'The code of TrendBot 2.0 is private, so it cannot be studied.'],
  [{ strategy: 'gone.py' }, 'gone.py is no longer in this chat, so it cannot be studied.'],
])('%o is not studied, in words', async (changed, words) => {
  const { user } = open(undefined, 0, changed);
  await user.click(await screen.findByRole('button', { name: 'Rebalance policies' }));
  await screen.findByText(words);
  expect(screen.queryByRole('dialog')).toBeNull();
});
