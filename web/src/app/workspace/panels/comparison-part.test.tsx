// The comparison of an address: results of the shown chat and of others, one that was deleted, and none at all.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { someChat, someFolder, someResult } from '../../../testing/samples.ts';
import { refusal, serve } from '../../../testing/server.ts';
import type { Workspace } from '../selection/use-workspace.ts';
import { ComparisonPart } from './comparison-part.tsx';

const open = (runs: readonly string[]) => {
  const server = serve({
    readResult: ({ run_id }) =>
      run_id === 'far'
        ? someResult('far', 'Far', 'c2', 'Breakouts')
        : refusal(404, 'Backtest run not found', 'RUN_NOT_FOUND'),
    readFolderFile: () => '{}',
  });
  const select = vi.fn();
  const workspace = { folders: [someFolder('near', 'Near')], select } as unknown as Workspace;
  const shown = <ComparisonPart workspace={workspace} chat={someChat('c1', 'Momentum')} runs={runs} />;
  return { server, select, ...renderWeb(shown) };
};

test('results of other chats are requested, and each is opened in its chat', async () => {
  const { user, server, select } = open(['near', 'far']);
  await user.click(await screen.findByRole('button', { name: 'Far · Breakouts' }));
  expect(select).toHaveBeenCalledWith('c2', { kind: 'folder', index: 0, run: 'far' });
  expect(server.asked.filter((name) => name === 'readResult')).toHaveLength(1);
});

test('a deleted result is left out and reported', async () => {
  open(['near', 'far', 'gone']);
  expect(await screen.findByRole('heading', { name: 'Comparison of 2 results' })).toBeDefined();
  expect(screen.getByText('1 result was deleted.')).toBeDefined();
});

test('an address without any result that is there says so', async () => {
  open(['gone']);
  expect(await screen.findByText('Invalid folder or file index')).toBeDefined();
});
