// The conversation as a user meets it: sending, following, stopping, and editing.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  button,
  chatServer,
  complete,
  history,
  input,
  REPLY,
  SETTINGS,
  STARTED,
  said,
} from '../../testing/agent-chat.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { type Answers, eventStream, refusal } from '../../testing/server.ts';
import { AgentChat } from './agent-chat.tsx';
import type { ChatActions } from './chat-actions.ts';

/** Opens a conversation. */
const openChat = (answers: Answers = {}) => {
  const server = chatServer(answers);
  const actions: ChatActions = {
    apply: async () => 'strategy_idea.py',
    selectedFile: null,
    selected: {},
    selectedCode: null,
    read: async () => 'x = 1',
    replace: async () => undefined,
    files: [],
  };
  const web = renderWeb(
    <AgentChat conversationId="k1" chatId="c1" settings={() => SETTINGS} actions={actions} />,
  );
  return { server, ...web };
};

/** Sends a message whose reply is a stream that the test writes. */
const ask = async (text = 'Momentum please', answers: Answers = {}) => {
  const stream = eventStream();
  const opened = openChat({ chatWithStrategyAgent: () => stream.response(), ...answers });
  await screen.findByRole('heading', { name: '1 Create Strategy' });
  await opened.user.type(await input(), `${text}{Enter}`);
  return { ...opened, stream };
};

// spec: strategies.23
test('the first step is numbered, explains both agents and Save Strategy, and offers ideas to press', async () => {
  const { user, server } = openChat();
  await screen.findByRole('heading', { name: '1 Create Strategy' });
  expect(screen.getByText(/turns your idea into Python code/)).toBeDefined();
  expect(screen.getByText(/suggests trading ideas/)).toBeDefined();
  expect(screen.getByText('Save Strategy')).toBeDefined();
  await user.click(await button(/top 3 coins/));
  expect((await input()).textContent).toContain('top 3 coins');
  expect(screen.getByText(/at most [\d.]+ VUT/)).toBeDefined();
  expect(server.asked).not.toContain('chatWithStrategyAgent');
});

// spec: strategies.24
test('nothing but whitespace cannot be sent; Shift+Enter is for a new line and Enter sends', async () => {
  const stream = eventStream();
  const { user, server } = openChat({ chatWithStrategyAgent: () => stream.response() });
  await screen.findByRole('heading', { name: '1 Create Strategy' });
  const field = await input();
  await user.type(field, '  {Enter}');
  expect((await button('Send message')).hasAttribute('disabled')).toBe(true);
  expect(server.asked).not.toContain('chatWithStrategyAgent');
  await user.type(field, 'one{Shift>}{Enter}{/Shift}two{Enter}');
  await waitFor(() => expect(server.asked).toContain('chatWithStrategyAgent'));
  expect(server.lastInput('chatWithStrategyAgent')).toEqual({
    message: 'one\ntwo',
    agent_type: 'strategy',
    backtest_id: 'c1',
    settings: SETTINGS,
  });
});

// spec: strategies.29, strategies.30
test('a reply streams with its steps, result and cost; the input waits until it has begun', async () => {
  const { stream } = await ask();
  expect((await input()).hasAttribute('disabled')).toBe(true);
  stream.send(STARTED);
  stream.send({
    type: 'step',
    id: 's1',
    tool: 'run_backtest',
    title: 'Backtest on 365 bars',
    status: 'running',
  });
  await screen.findByText('Backtest on 365 bars');
  expect((await input()).hasAttribute('disabled')).toBe(false);
  stream.send({
    type: 'step',
    id: 's1',
    tool: 'run_backtest',
    title: 'Backtest on 365 bars',
    status: 'done',
    detail: 'Sharpe 0.84',
  });
  stream.send({ type: 'chunk', content: REPLY });
  stream.send({
    type: 'result',
    id: 'b1',
    figures: {
      total_return: 0.5,
      sharpe: 0.84,
      max_drawdown: -0.38,
      turnover: 3,
      bars: 1_460,
      coins: 9,
      from: '2021-01-01',
      to: '2024-12-30',
    },
    curve: [1, 1.2, 1.5],
    findings: [],
    look_ahead_dates: 40,
  });
  stream.send({ type: 'usage', input_tokens: 900, cached_tokens: 100, output_tokens: 80, cost_vut: 0.42 });
  expect((await button('Save Strategy')).hasAttribute('disabled')).toBe(true);
  stream.send(complete());
  const card = await screen.findByRole('region', { name: 'Backtest result' });
  expect(within(card).getByText('0.84')).toBeDefined();
  expect(card.textContent).toContain('Verified: ran on 1,460 bars of 9 coins');
  expect(card.textContent).toContain('1 Jan 2021 – 30 Dec 2024; no look-ahead at 40 dates.');
  expect(within(card).getByRole('img', { name: /Value of the portfolio/ })).toBeDefined();
  await screen.findByText('0.42 VUT');
  expect(screen.getByText('Sharpe 0.84')).toBeDefined();
  await waitFor(async () => expect((await button('Save Strategy')).hasAttribute('disabled')).toBe(false));
  expect(
    screen.getByText(/^Strategy Agent: Here it is\. Code\.$/).closest('[aria-live="polite"]'),
  ).not.toBeNull();
});

// spec: strategies.31
test('Escape stops a reply: its text stays with a note, and the server is asked once', async () => {
  const { user, stream, server } = await ask('Momentum', { stopReply: () => ({}) });
  stream.send(STARTED);
  stream.send({ type: 'chunk', content: 'Half a reply' });
  await screen.findByText('Half a reply');
  await user.type(await input(), '{Escape}');
  await screen.findByText('[Stream stopped by user]', { selector: 'p' });
  await waitFor(() => expect(server.lastInput('stopReply')).toEqual({ id: 'k1', reply_id: 'r9' }));
  stream.send({ type: 'chunk', content: ' and more' });
  stream.send({ type: 'usage', input_tokens: 9, cached_tokens: 0, output_tokens: 3, cost_vut: 0.1 });
  stream.send(complete('stopped'));
  await screen.findByText('0.10 VUT');
  expect(screen.queryByText(/and more/)).toBeNull();
  expect(server.asked.filter((name) => name === 'stopReply')).toHaveLength(1);
});

// spec: strategies.34
test('a reply whose connection breaks is marked, taken up from its beginning, and completed', async () => {
  const again = eventStream();
  const { stream, server } = await ask('Momentum', { watchReply: () => again.response() });
  stream.send(STARTED);
  stream.send({ type: 'chunk', content: 'Half' });
  await screen.findByText('Half');
  stream.end();
  await waitFor(() => expect(server.lastInput('watchReply')).toEqual({ id: 'k1', reply_id: 'r9' }));
  again.send(STARTED);
  again.send({ type: 'chunk', content: 'Half and whole' });
  again.send(complete());
  await screen.findByText('Half and whole');
  await waitFor(() => expect(screen.queryByText('[Stream interrupted]')).toBeNull());
});

// spec: agents.15
test('a reply whose connection breaks goes on after the last event that has come, with nothing twice', async () => {
  const again = eventStream();
  const { stream, server } = await ask('Momentum', { watchReply: () => again.response() });
  stream.send(STARTED, 'a.b.1.0-0-1');
  stream.send({ type: 'notice', text: 'Careful' }, 'a.b.2.0-1-1');
  stream.send({ type: 'chunk', content: 'Half' }, 'a.b.3.4-1-1');
  await screen.findByText('Half');
  stream.end();
  await waitFor(() => expect(server.lastHeader('watchReply', 'last-event-id')).toBe('a.b.3.4-1-1'));
  again.send({ type: 'chunk', content: ' and whole' }, 'c.d.1.14-1-1');
  again.send(complete());
  await screen.findByText('Half and whole');
  expect(screen.getAllByText('Careful')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText('[Stream interrupted]')).toBeNull());
});

// spec: strategies.32
test('a reply that cannot be taken up stays interrupted, with its text', async () => {
  const { stream } = await ask('Momentum', { watchReply: () => refusal(404, 'No such reply') });
  stream.send(STARTED);
  stream.send({ type: 'chunk', content: 'Half' });
  await screen.findByText('Half');
  stream.end();
  await screen.findByText('[Stream interrupted]', { selector: 'p' });
  expect(screen.getByText('Half')).toBeDefined();
});

test('after a reload, a reply that is still written is followed to its end', async () => {
  const stream = eventStream();
  const { server } = openChat({
    getConversationHistory: () =>
      history([said('m9', 'user', 'Momentum'), said('r9', 'assistant', 'Ha', { status: 'streaming' })]),
    watchReply: () => stream.response(),
  });
  await waitFor(() => expect(server.asked).toContain('watchReply'));
  await button('Stop the reply');
  stream.send(STARTED);
  stream.send({ type: 'chunk', content: 'Half and whole' });
  stream.send(complete());
  await screen.findByText('Half and whole');
  await button('Send message');
});

// spec: strategies.44
test.each([
  [
    '402 in the words of the server',
    refusal(402, { message: 'You need 2 VUT more.' }),
    'You need 2 VUT more.',
  ],
  [
    '402 without words',
    refusal(402, null),
    'Insufficient VUT credits. Please top up your account to continue.',
  ],
  [
    'any other failure',
    refusal(503, 'The model is down.'),
    'I encountered an issue processing your message. Please try again or contact support. Error: The model is down.',
  ],
  [
    'a failure without words',
    refusal(500, null),
    'I encountered an issue processing your message. Please try again or contact support. Error: Failed to send message to agent',
  ],
])('%s stands in the reply, and the message can be tried again', async (_case, answer, words) => {
  const { user, server } = await ask('Momentum', { chatWithStrategyAgent: () => answer });
  await screen.findByText(words, { selector: 'p' });
  const stream = eventStream();
  server.answer({ chatWithStrategyAgent: () => stream.response() });
  await user.click(await button('Try again'));
  stream.send(STARTED);
  stream.send({ type: 'chunk', content: 'Better now' });
  stream.send(complete());
  await screen.findByText('Better now');
  expect(screen.queryByText(words)).toBeNull();
  expect(screen.getAllByText('Momentum')).toHaveLength(1);
});

// spec: strategies.48
test('what was said in another tab is there when the user comes back', async () => {
  const first = [said('m1', 'user', 'Momentum'), said('r1', 'assistant', 'Done')];
  const { server } = openChat({ getConversationHistory: () => history(first) });
  await screen.findByText('Done');
  server.answer({
    getConversationHistory: () =>
      history([...first, said('m2', 'user', 'Weekly'), said('r2', 'assistant', 'Also done')]),
  });
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('Also done');
});

test('a figure that nothing backs is marked below the reply, and read out with it', async () => {
  const { stream } = await ask();
  stream.send(STARTED);
  stream.send({ type: 'chunk', content: 'It has a Sharpe ratio of 9.' });
  stream.send({ type: 'notice', text: 'Not backed by a backtest or other data: Sharpe ratio of 9.' });
  stream.send(complete());
  await screen.findByText('Not backed by a backtest or other data: Sharpe ratio of 9.');
  const heard = await screen.findByText(/^Strategy Agent: It has .* Not backed by a backtest/);
  expect(heard.getAttribute('aria-live')).toBe('polite');
});

test('an error in the stream is shown with its text', async () => {
  const { stream } = await ask();
  stream.send(STARTED);
  stream.send({ type: 'chunk', content: 'Half' });
  stream.send({ type: 'error', error: 'The model broke off' });
  await screen.findByText('The model broke off', { selector: 'p' });
  expect(screen.getByText('Half')).toBeDefined();
});

// spec: strategies.46
test('a history that cannot be loaded says so, and is loaded when requested again', async () => {
  const { user, server } = openChat({ getConversationHistory: () => refusal(503, 'later') });
  await screen.findByText('Failed to load conversation history');
  server.answer({ getConversationHistory: () => history([said('m1', 'user', 'Hello there')]) });
  await user.click(await button('Try again'));
  await screen.findByText('Hello there');
});

// spec: strategies.52
test('an earlier message is edited and sent in its place', async () => {
  const stream = eventStream();
  const { user, server } = openChat({
    getConversationHistory: () =>
      history([said('m1', 'user', 'Top 3'), said('r1', 'assistant', 'Done'), said('m2', 'user', 'Weekly')]),
    chatWithStrategyAgent: () => stream.response(),
  });
  const [first] = await screen.findAllByRole('button', { name: 'Edit and send again' });
  await user.click(first as HTMLElement);
  const field = await input();
  expect(field.textContent).toBe('Top 3');
  await user.clear(field);
  await user.type(field, 'Top 5{Enter}');
  await waitFor(() =>
    expect(server.lastInput('chatWithStrategyAgent')).toMatchObject({ message: 'Top 5', replaces: 'm1' }),
  );
  expect(screen.queryByText('Weekly')).toBeNull();
  expect(screen.queryByText('Done')).toBeNull();
});

// spec: strategies.53
test('the other agent is named when it takes over, and an idea is handed over with one press', async () => {
  const stream = eventStream();
  const { user, server } = openChat({
    chatWithDiscoveryAgent: () => stream.response(),
    chatWithStrategyAgent: () => eventStream().response(),
  });
  await screen.findByRole('heading', { name: '1 Create Strategy' });
  await user.click(screen.getByRole('radio', { name: 'Discovery Agent' }));
  await screen.findByText('Switched to Discovery Agent.');
  await user.type(await input(), 'Ideas?{Enter}');
  stream.send(STARTED);
  stream.send({ type: 'chunk', content: '1. **Breakout**: buy new highs.\n2. **Reversal**: buy lows.' });
  stream.send(complete());
  await user.click(await button('Hand over to the Strategy Agent: Breakout'));
  await waitFor(() =>
    expect(server.lastInput('chatWithStrategyAgent')).toMatchObject({
      message: 'Write a strategy for this idea:\n\nBreakout: buy new highs.',
      agent_type: 'strategy',
    }),
  );
  await screen.findByText('Switched to Strategy Agent.');
});

// spec: strategies.61
test('a demo model is called one, in the replies and where messages are written', async () => {
  openChat({ getConversationHistory: () => history([said('r1', 'assistant', 'Hi')], { demo: true }) });
  await screen.findByText('demo model');
  expect(screen.getByText(/Demo model: it reads ideas by rules/)).toBeDefined();
});

test('of a long conversation the newest messages are drawn, and earlier ones when asked for', async () => {
  const messages = Array.from({ length: 100 }, (_, at) => said(`m${at}`, 'user', `Message ${at}`));
  const { user } = openChat({ getConversationHistory: () => history(messages) });
  await screen.findByText('Message 99');
  expect(screen.getAllByRole('article')).toHaveLength(30);
  await user.click(await button('Show earlier messages (70)'));
  await screen.findByText('Message 40');
});

test('what is typed survives a reload', async () => {
  const first = openChat();
  await first.user.type(await input(), 'half a thought');
  first.unmount();
  openChat();
  expect((await input()).textContent).toBe('half a thought');
});

// spec: strategies.26
test('limits are set below the field, and what a message costs at most follows them', async () => {
  const { user, server } = openChat({
    getConversationHistory: () =>
      history([], { limits: { per_reply_vut: null, per_day_vut: 50, spent_today_vut: 12.5 } }),
    changeAgentLimits: (limits) => limits,
  });
  await user.click(await button('Limits'));
  const dialog = await screen.findByRole('dialog', { name: 'Spending limits' });
  expect(within(dialog).getByText(/you have spent 12\.5 VUT/)).toBeDefined();
  const perReply = within(dialog).getByLabelText('Maximum cost of a reply (VUT)');
  await user.type(perReply, 'much{Enter}');
  await within(dialog).findByText(/Please enter an amount/);
  await user.clear(perReply);
  await user.type(perReply, '7.5{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.lastInput('changeAgentLimits')).toEqual({ per_reply_vut: 7.5, per_day_vut: 50 });
  await user.type(await input(), 'Momentum');
  expect(screen.getByText(/at most 7\.5 VUT/)).toBeDefined();
});
