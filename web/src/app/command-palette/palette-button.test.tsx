// The command palette as its user sees it: opened by a key, moved through by keys, gone after a choice.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useRunKey } from '../../lib/use-run-key.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { someChat, someFolder, someStrategy } from '../../testing/samples.ts';
import { serve } from '../../testing/server.ts';
import { PaletteButton } from './palette-button.tsx';

const open = async (page = <PaletteButton />) => {
  serve({
    listChats: () => [someChat('c1', 'Momentum'), someChat('c2', 'Carry')],
    listFiles: ({ id }) => ({
      files: id === 'c1' ? [someStrategy('alpha'), someFolder('r1', 'Best of all')] : [],
    }),
  });
  const view = renderWeb(page, { path: '/app/backtest?chat=c1' });
  await view.user.keyboard('{Control>}k{/Control}');
  return { ...view, field: await screen.findByRole('combobox') };
};
const selected = () => screen.getByRole('option', { selected: true }).textContent;

test('Ctrl+K opens it, letters find a result of any chat, and Enter goes there', async () => {
  const { user, field } = await open();
  await screen.findByRole('option', { name: /Best of all/ });
  await user.type(field, 'best');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  expect(window.location.search).toBe('?chat=c1&item=backtest-folder-0&run=r1');
});

test('arrows move round through what fits', async () => {
  const { user, field } = await open();
  await user.type(field, 'carry');
  expect(selected()).toContain('Carry');
  await user.clear(field);
  await user.keyboard('{ArrowDown}');
  expect(selected()).toContain('Strategy library');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  await waitFor(() => expect(selected()).toContain('Best of all'));
});

test('it says when nothing fits, and Escape closes it', async () => {
  const { user, field } = await open();
  await user.type(field, 'zzz');
  expect(await screen.findByText('Nothing has “zzz”.')).toBeDefined();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

const Page = ({ run }: { run: (() => void) | null }) => {
  useRunKey(run, 'Execute Backtest');
  return <PaletteButton />;
};

test('what the page can do is done, with its keys next to it', async () => {
  const run = vi.fn();
  const { user, field } = await open(<Page run={run} />);
  await user.type(field, 'execute');
  expect(selected()).toBe('Execute Backtest Ctrl+Enter');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(run).toHaveBeenCalledOnce());
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('what cannot be done is not offered', async () => {
  const { user, field } = await open(<Page run={null} />);
  await user.type(field, 'execute');
  expect(await screen.findByText('Nothing has “execute”.')).toBeDefined();
});

test('the guide and the colour scheme are a few letters away', async () => {
  const { user, field } = await open();
  const scheme = () => document.documentElement.dataset.mantineColorScheme;
  const before = scheme();
  await user.type(field, 'colour scheme{Enter}');
  await waitFor(() => expect(scheme()).not.toBe(before));
  expect(screen.queryByRole('combobox')).toBeNull();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), 'how to write{Enter}');
  expect(await screen.findByRole('dialog', { name: 'How to write a strategy' })).toBeDefined();
});
