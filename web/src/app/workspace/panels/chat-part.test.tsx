// The conversation's changes to the workspace.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { portfolioChosen, selectSettings } from '../../../features/backtest-settings/settings-slice.ts';
import { button, chatServer, input } from '../../../testing/agent-chat.ts';
import { renderWeb } from '../../../testing/render-web.tsx';
import { someChat } from '../../../testing/samples.ts';
import type { Workspace } from '../selection/use-workspace.ts';
import { ChatPart } from './chat-part.tsx';

const WORKSPACE = { item: null, strategies: [], folders: [] } as unknown as Workspace;

test('an idea that is pressed or typed leaves the portfolio as its user has set it', async () => {
  chatServer({
    getCommonDateRange: () => ({
      available: false,
      start_date: null,
      end_date: null,
      limited_by: null,
      synthetic: [],
    }),
    listActiveRuns: () => ({ runs: [] }),
  });
  const { user, store } = renderWeb(
    <ChatPart
      workspace={WORKSPACE}
      chat={someChat('c1', 'Momentum')}
      onShowStrategy={async () => undefined}
      onOpenSettings={() => undefined}
    />,
  );
  const portfolio = () => selectSettings(store.getState()).portfolio;
  await screen.findByRole('heading', { name: '1 Create Strategy' });
  expect(portfolio()).toEqual(['USDT', 'BTC']);
  await user.click(await button(/top 3 coins/));
  await user.type(await input(), ' of these');
  expect(portfolio()).toEqual(['USDT', 'BTC']);
  store.dispatch(portfolioChosen(['SOL']));
  await user.type(await input(), ' and no others');
  expect(portfolio()).toEqual(['USDT', 'BTC', 'SOL']);
});
