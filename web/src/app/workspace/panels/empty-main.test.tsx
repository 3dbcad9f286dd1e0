// The main panel of a chat without strategies: the library is one press away.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { settingsOfResult } from '../../../features/backtest-settings/settings.ts';
import { LIBRARY_SETTINGS } from '../../../features/strategy-editor/library/library-result.ts';
import { renderWeb } from '../../../testing/render-web.tsx';
import { someChat } from '../../../testing/samples.ts';
import type { Workspace } from '../selection/use-workspace.ts';
import { Begin } from './empty-main.tsx';

test('a chat without strategies offers the library and the template', async () => {
  const select = vi.fn();
  const workspace = { strategies: [] as const, select } as unknown as Workspace;
  const { user } = renderWeb(<Begin workspace={workspace} chat={someChat('c1', 'Empty')} />);
  await user.click(screen.getByRole('button', { name: 'Choose from the library' }));
  expect(select).toHaveBeenLastCalledWith('c1', { kind: 'library' });
  await user.click(screen.getByRole('button', { name: 'Start from the template' }));
  expect(select).toHaveBeenLastCalledWith('c1', { kind: 'new-strategy' });
});

test('the settings of its results can be chosen as they are', () => {
  const { portfolio, timeframe, start_date, end_date } = LIBRARY_SETTINGS;
  expect(settingsOfResult(LIBRARY_SETTINGS)).toMatchObject({
    portfolio,
    timeframe,
    fees: 0.001,
    startDate: start_date,
    endDate: end_date,
  });
});
