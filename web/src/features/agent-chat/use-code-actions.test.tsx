// The code of a reply: folded when it is long, saved with one press, and compared before it replaces a file.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { button, CODE, chatServer, history, REPLY, SETTINGS, said } from '../../testing/agent-chat.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import type { Answers } from '../../testing/server.ts';
import { AgentChat } from './agent-chat.tsx';
import type { ChatActions } from './chat-actions.ts';

/** Opens a conversation, for which the workspace does what `actions` say. */
const chatWith = (actions: Partial<ChatActions>) => (
  <AgentChat
    conversationId="k1"
    chatId="c1"
    settings={() => SETTINGS}
    actions={{
      apply: async () => 'strategy_idea.py',
      files: [],
      selectedFile: null,
      selected: {},
      selectedCode: null,
      read: async () => 'x = 1',
      replace: async () => undefined,
      ...actions,
    }}
  />
);

const openChat = (answers: Answers = {}, actions: Partial<ChatActions> = {}) => {
  const server = chatServer(answers);
  return { server, ...renderWeb(chatWith(actions)) };
};

const withReply = (text: string) => ({
  getConversationHistory: () => history([said('m1', 'user', 'Momentum'), said('r1', 'assistant', text)]),
});

// spec: strategies.38
test('code is saved with one press, and the words while it is saved give way to how it went', async () => {
  const saved = Promise.withResolvers<string>();
  const apply = vi.fn(() => saved.promise);
  const { user } = openChat(withReply(REPLY), { apply });
  await user.click(await button('Save Strategy'));
  await screen.findByText('Applying strategy code to backtest chat...');
  expect((await button('Replace')).hasAttribute('disabled')).toBe(true);
  saved.resolve('strategy_momentum.py');
  await screen.findByText('Strategy saved to this backtest chat as strategy_momentum.py.');
  expect(screen.queryByText('Applying strategy code to backtest chat...')).toBeNull();
  expect(apply).toHaveBeenCalledWith(CODE, null);
});

// spec: strategies.51
test('code is saved with the coins on which the reply has run it', async () => {
  const apply = vi.fn(async () => 'strategy_momentum.py');
  const portfolio = ['USDT', 'BTC', 'ETH', 'SOL'];
  const figures = {
    total_return: 1,
    benchmark_return: null,
    sharpe: 1,
    max_drawdown: -0.1,
    turnover: 3,
    bars: 9,
    coins: 3,
    from: '2024-01-01',
    to: '2024-01-09',
  };
  const results = [
    {
      ...{ id: 'b1', figures, curve: [1, 2], findings: [], look_ahead_dates: 40 },
      settings: { ...SETTINGS, portfolio },
    },
  ];
  const messages = [said('m1', 'user', 'Momentum'), said('r1', 'assistant', REPLY, { results })];
  const { user } = openChat({ getConversationHistory: () => history(messages) }, { apply });
  await user.click(await button('Save Strategy'));
  await waitFor(() => expect(apply).toHaveBeenCalledWith(CODE, portfolio));
});

test('the line about a saved strategy is there when the conversation is opened again', async () => {
  const { user, unmount } = openChat(withReply(REPLY));
  await user.click(await button('Save Strategy'));
  await screen.findByText('Strategy saved to this backtest chat as strategy_idea.py.');
  unmount();
  openChat(withReply(REPLY));
  await screen.findByText('Strategy saved to this backtest chat as strategy_idea.py.');
});

const IDEA = { filename: 'strategy_idea.py', version: 1 };
const OTHER = { filename: 'other.py', version: 1 };

test('code that the selected file holds is saved; another file or code can be saved', async () => {
  const selected = { files: [OTHER], selectedFile: OTHER.filename };
  const { unmount } = openChat(withReply(REPLY), { ...selected, selectedCode: `${CODE}\n` });
  expect((await button('Saved')).hasAttribute('disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Replace' })).toBeNull();
  unmount();
  openChat(withReply(REPLY), { ...selected, selectedCode: `${CODE} + 1` });
  await button('Save Strategy');
});

test('code that any file holds is saved, also after a reload, until that file is changed or deleted', async () => {
  const codes: Record<string, string> = { [IDEA.filename]: `${CODE}\n`, [OTHER.filename]: 'x = 1' };
  const read = vi.fn(async (filename: string) => codes[filename] ?? '');
  const { unmount } = openChat(withReply(REPLY), { files: [IDEA, OTHER], read });
  expect((await button('Saved')).hasAttribute('disabled')).toBe(true);
  expect(read).toHaveBeenCalledTimes(2);
  unmount();
  codes[IDEA.filename] = 'x = 2';
  const changed = openChat(withReply(REPLY), { files: [{ ...IDEA, version: 2 }, OTHER], read });
  await button('Save Strategy');
  changed.unmount();
  openChat(withReply(REPLY), { files: [OTHER], read });
  await button('Save Strategy');
});

test('no file is read for a conversation without code', async () => {
  const read = vi.fn(async () => CODE);
  openChat(withReply('No code today.'), { files: [IDEA], read });
  await screen.findByText('No code today.');
  expect(read).not.toHaveBeenCalled();
});

test('saved code is saved at once, before its file is read', async () => {
  const read = () => new Promise<string>(() => undefined);
  const { user } = openChat(withReply(REPLY), { files: [IDEA, OTHER], selectedFile: OTHER.filename, read });
  await user.click(await button('Save Strategy'));
  expect((await button('Saved')).hasAttribute('disabled')).toBe(true);
});

// spec: strategies.39
test('code that cannot be saved says why', async () => {
  const { user } = openChat(withReply(REPLY), {
    apply: () => Promise.reject({ status: 409, message: 'This chat has too many strategies' }),
  });
  await user.click(await button('Save Strategy'));
  await screen.findByText('Failed to apply strategy: This chat has too many strategies');
});

// spec: strategies.40
test('a block that is not Python is not saved', async () => {
  const { user } = openChat(withReply('```\nnothing to run\n```'));
  await user.click(await button('Save Strategy'));
  await screen.findByText('No valid Python code found in this message');
});

// spec: strategies.41
test('replacing needs a selected strategy file', async () => {
  const { user } = openChat(withReply(REPLY));
  await user.click(await button('Replace'));
  await screen.findByText('Please select a strategy file to replace');
});

// spec: strategies.42
test('replacing shows what differs before it is done', async () => {
  const replace = vi.fn(async () => undefined);
  const { user } = openChat(withReply(REPLY), { selectedFile: 'strategy_a.py', replace });
  await user.click(await button(/^Replace\s*strategy_a\.py$/));
  const dialog = await screen.findByRole('dialog', { name: /^Replace the code of strategy_a.py/ });
  await within(dialog).findByText('1 place differs');
  expect(replace).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(replace).toHaveBeenCalledWith(CODE, 'strategy_a.py', null));
  await screen.findByText('The code of strategy_a.py was replaced.');
});

// spec: strategies.43
test('code above 30 lines is marked as long and folded until it is requested', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `x${at} = ${at}`).join('\n');
  const { user } = openChat(
    withReply(`\`\`\`python\n${lines(30)}\n\`\`\`\n\n\`\`\`python\n${lines(31)}\n\`\`\``),
  );
  const [short, long] = await screen.findAllByRole('figure', { name: 'Python code' });
  expect([short?.dataset.long, long?.dataset.long]).toEqual([undefined, 'true']);
  await user.click(await button('Show all 31 lines'));
  await button('Show fewer lines');
});
