// The library as a user meets it: ten strategies, each read by keyboard and added with one press, and what happens on failure.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { someChat } from '../../../testing/samples.ts';
import { refusal, serve } from '../../../testing/server.ts';
import { EXAMPLES } from './examples.ts';
import { LIBRARY_SETTINGS, resultOf } from './library-result.ts';
import { StrategyLibrary } from './strategy-library.tsx';

const applied = (final_name: string) => ({
  ...someChat('c1', 'Momentum'),
  duplicate_handled: false,
  final_name,
  original_name: final_name,
});

const renderLibrary = () => {
  const onAdded = vi.fn(async () => undefined);
  const onUseSettings = vi.fn();
  const { user } = renderWeb(<StrategyLibrary chatId="c1" onAdded={onAdded} onUseSettings={onUseSettings} />);
  return { user, onAdded, onUseSettings };
};

// spec: strategies.66
test('ten strategies, each with what it is, when it fails, its source, its settings and a result', () => {
  renderLibrary();
  const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(EXAMPLES.map(({ title }) => title));
  expect(new Set(titles).size).toBe(10);
  for (const { id, what, failsWhen, source, code } of EXAMPLES) {
    expect([what.length > 40, failsWhen.length > 40, /\(\d{4}\)/.test(source)], id).toEqual([
      true,
      true,
      true,
    ]);
    expect(code, id).toMatch(/^PARAMETERS = \{$/m);
    expect(Number.isFinite(resultOf(id)?.total_return), id).toBe(true);
  }
});

test('a strategy is opened by keyboard and says when it fails', async () => {
  const { user } = renderLibrary();
  const name = screen.getByRole('button', { name: 'RSI reversal' });
  expect(name.getAttribute('aria-expanded')).toBe('false');
  name.focus();
  await user.keyboard('{Enter}');
  expect(name.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText(/The index stays low for weeks/)).toBeDefined();
  expect(screen.getByRole('img', { name: /RSI reversal compared with Hold BTC/ })).toBeDefined();
  const code = await screen.findByRole('textbox', { name: 'Code of RSI reversal' });
  await waitFor(() => expect(code.textContent).toContain('"oversold": {"default": 30'));
  await user.keyboard('{Enter}');
  expect(screen.queryByText(/The index stays low for weeks/)).toBeNull();
});

// spec: strategies.67
test('one press saves its code as a file of the chat and opens it; the others wait meanwhile', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof applied>>();
  const server = serve({ applyStrategy: () => answer.promise });
  const { user, onAdded, onUseSettings } = renderLibrary();
  await user.click(screen.getByRole('button', { name: 'Add Donchian breakout to this chat' }));
  const other = screen.getByRole('button', { name: 'Add Dual momentum to this chat' });
  expect(other.hasAttribute('disabled')).toBe(true);
  answer.resolve(applied('strategy_donchian_breakout.py'));
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith('strategy_donchian_breakout.py'));
  expect(onUseSettings).toHaveBeenCalledWith(LIBRARY_SETTINGS);
  await screen.findByText(/added to this chat as .*, with the settings of its result$/);
  expect(server.lastInput('applyStrategy')).toEqual({
    id: 'c1',
    strategy_code: EXAMPLES.find(({ id }) => id === 'donchian')?.code,
  });
  await waitFor(() => expect(other.hasAttribute('disabled')).toBe(false));
});

test("a refused file shows the server's text, and can be added again", async () => {
  serve({ applyStrategy: () => refusal(409, 'This chat has too many strategies') });
  const { user, onAdded } = renderLibrary();
  const add = screen.getByRole('button', { name: 'Add Equal weight to this chat' });
  await user.click(add);
  await screen.findByText('Failed to add Equal weight: This chat has too many strategies');
  expect(onAdded).not.toHaveBeenCalled();
  await waitFor(() => expect(add.hasAttribute('data-loading')).toBe(false));
});

test('a strategy is added without the settings of its result when the box is not checked', async () => {
  serve({ applyStrategy: () => applied('strategy_equal_weight.py') });
  const { user, onAdded, onUseSettings } = renderLibrary();
  await user.click(screen.getByRole('checkbox', { name: 'Add with the settings of the result' }));
  await user.click(screen.getByRole('button', { name: 'Add Equal weight to this chat' }));
  await waitFor(() => expect(onAdded).toHaveBeenCalled());
  expect(onUseSettings).not.toHaveBeenCalled();
});

test('each return is next to that of holding the coins, and the list is sorted by what matters', async () => {
  const { user } = renderLibrary();
  expect(screen.getAllByText(/^holding all coins equally \+[\d,.]+\s%$/)).toHaveLength(10);
  await user.selectOptions(screen.getByLabelText('Order of the strategies'), 'Highest return');
  const returns = screen
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => resultOf(EXAMPLES.find(({ title }) => title === textContent)?.id ?? ''));
  const sorted = returns.map((result) => result?.total_return ?? 0);
  expect(sorted).toEqual(sorted.toSorted((a, b) => b - a));
});

test('the settings of the results are taken over when asked for', async () => {
  const { user, onUseSettings } = renderLibrary();
  await user.click(screen.getByRole('button', { name: 'Use these settings' }));
  expect(onUseSettings).toHaveBeenCalledWith(LIBRARY_SETTINGS);
});

// spec: strategies.69
test('the guide opens next to it: the page for authors, and a search of what the SDK offers', async () => {
  const { user } = renderLibrary();
  await user.click(screen.getByRole('button', { name: 'How to write a strategy' }));
  const guide = await screen.findByRole('dialog', { name: 'How to write a strategy' });
  await within(guide).findByRole('heading', { name: 'What you return' });
  await user.click(within(guide).getByRole('tab', { name: 'Functions and classes' }));
  await user.type(await within(guide).findByLabelText('Search functions and classes'), 'rank_top');
  expect(within(guide).getByText(/^rank_top\(scores: DataFrame, n: int/)).toBeDefined();
  await user.type(within(guide).getByLabelText('Search functions and classes'), 'zzz');
  expect(within(guide).getByRole('status').textContent).toBe('Nothing in the SDK matches “rank_topzzz”.');
});
