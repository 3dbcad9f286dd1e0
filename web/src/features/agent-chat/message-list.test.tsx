// One reply must not take the conversation with it, however it is written.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { ConversationMessage } from '@tradeium/contracts';
import { expect, test, vi } from 'vitest';
import { button, chatServer, history, SETTINGS, said } from '../../testing/agent-chat.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { AgentChat } from './agent-chat.tsx';
import type { ChatActions } from './chat-actions.ts';
import type { Reply } from './message.ts';
import { MessageList } from './message-list.tsx';

const ACTIONS: ChatActions = {
  apply: async () => 'strategy_idea.py',
  selectedFile: null,
  selected: {},
  selectedCode: null,
  read: async () => 'x = 1',
  replace: async () => undefined,
  files: [],
};

const openChat = (reply: ConversationMessage, actions: Partial<ChatActions> = {}) => {
  chatServer({
    getConversationHistory: () =>
      history([said('m1', 'user', 'A question'), reply, said('m2', 'user', 'And another')]),
  });
  return renderWeb(
    <AgentChat
      conversationId="k1"
      chatId="c1"
      settings={() => SETTINGS}
      actions={{ ...ACTIONS, ...actions }}
    />,
  );
};

const REPLY: Reply = {
  kind: 'agent',
  id: 'r1',
  replyId: 'r1',
  agent: 'strategy',
  atMs: 0,
  status: 'completed',
  text: 'Some **words**.',
  steps: [],
  results: [],
  notices: [],
  usage: null,
  atMostVut: null,
  error: null,
};
const ignore = () => undefined;

// spec: strategies.56
test('a reply that cannot be drawn becomes plain text, and the others stay', () => {
  const failure = vi.spyOn(console, 'error').mockImplementation(ignore);
  const broken = { ...REPLY, id: 'r2', text: 'Other **words**.', steps: [null as never] };
  const does = { isDemo: false, isBusy: false, onEdit: ignore, onRetry: ignore, onPass: ignore };
  renderWeb(<MessageList messages={[REPLY, broken]} {...does} />);
  expect(screen.getByText('words').tagName).toBe('STRONG');
  expect(screen.getByText('Other **words**.')).toBeDefined();
  expect(screen.getByText(/cannot be shown as it should be/)).toBeDefined();
  expect(failure).toHaveBeenCalled();
});

test.each([
  ['4,000 nested quotes', `${'> '.repeat(4_000)}deep`],
  ['3,000 nested markers of lists', `${'- '.repeat(3_000)}deep`],
  ['24 kB of emphasis that never ends', `deep ${'*a_'.repeat(8_000)}`],
])('a conversation with a reply of %s can be opened', async (_, text) => {
  openChat(said('r1', 'assistant', text));
  expect((await screen.findByText(/deep/)).textContent).toContain('deep');
  expect(screen.getByText('And another')).toBeDefined();
});

// spec: strategies.60
test.each([
  ['between tildes', '~~~python\nimport x\n~~~', 'import x'],
  ['in a list', '1. Save it:\n\n   ```{python}\n   import x\n   ```', 'import x'],
  ['with a fence glued to its last line', '```strategy.py\nimport x\ny = 1```\n\nDone.', 'import x\ny = 1'],
])('the code of a block %s is saved as it is shown', async (_, text, code) => {
  const apply = vi.fn(async () => 'strategy_idea.py');
  const { user } = openChat(said('r1', 'assistant', text), { apply });
  await user.click(await button('Save Strategy'));
  await screen.findByText('Strategy saved to this backtest chat as strategy_idea.py.');
  expect(apply).toHaveBeenCalledWith(code, null);
});
