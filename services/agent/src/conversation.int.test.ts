// A conversation with the Strategy agent, against a real ledger, a real model server and real stores.

import { type ChatEvent, isRefusal, type Refusal } from '@tradeium/contracts';
import { sharedByTests } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { startRunningAgent } from '../fixtures/running-agent.ts';

const MICRO = 1_000_000;
const GRANTED = 5_000;

const running = sharedByTests(startRunningAgent);

const userWith = async (userId: string, vut = GRANTED) => {
  await running.grant(userId, vut);
  return running.openUser(userId);
};

const eventsOf = (reply: ChatEvent[] | Refusal): ChatEvent[] => {
  if (isRefusal(reply)) throw new Error(`refused: ${reply.refused}`);
  return reply;
};
const replyText = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.type === 'chunk' ? [event.content] : [])).join('');
const of = <Type extends ChatEvent['type']>(events: readonly ChatEvent[], type: Type) =>
  events.filter((event): event is Extract<ChatEvent, { type: Type }> => event.type === type);

/** Every reservation is charged or released. */
const settled = async (userId: string, cost: number) =>
  expect
    .poll(() => running.balance(userId))
    .toEqual({
      available: GRANTED * MICRO - Math.round(cost * MICRO),
      reserved: 0,
      spent: Math.round(cost * MICRO),
    });

// spec: agents.1, agents.2
test('an idea becomes code that was checked and backtested, and costs what it used', async () => {
  const user = await userWith('ann');
  const events = eventsOf(await user.say('Momentum: hold the top 3 coins, weekly'));
  expect(events[0]).toMatchObject({ type: 'started', at_most_vut: expect.any(Number) });
  expect(of(events, 'step').map(({ tool, status }) => `${tool} ${status}`)).toEqual([
    'check_strategy running',
    'check_strategy done',
    'run_backtest running',
    'run_backtest done',
  ]);
  expect(of(events, 'result')[0]).toMatchObject({ figures: { sharpe: 0.84 }, look_ahead_dates: 40 });
  expect(replyText(events)).toContain('```python');
  const [usage] = of(events, 'usage');
  expect(usage?.cost_vut).toBeGreaterThan(0);
  expect(usage).not.toHaveProperty('free');
  expect(of(events, 'notice')).toEqual([]);
  expect(events.at(-1)).toMatchObject({ type: 'complete', status: 'completed' });
  await settled('ann', usage?.cost_vut ?? 0);
  await expect
    .poll(async () => (await user.history()).messages.at(-1))
    .toMatchObject({
      role: 'assistant',
      status: 'completed',
      content: replyText(events),
      cost_vut: usage?.cost_vut,
    });
  expect(await user.history()).toMatchObject({
    demo: true,
    pricing: { strategy: { output: 10_000 } },
    limits: { spent_today_vut: usage?.cost_vut },
  });
});

describe('what is refused costs nothing and leaves no message:', () => {
  const code = (reply: ChatEvent[] | Refusal) => (isRefusal(reply) ? reply.refused : 'answered');

  // spec: agents.4
  test('too few credits, before any token', async () => {
    const user = await userWith('poor', 1);
    const refused = await user.say('Momentum');
    expect(refused).toMatchObject({ refused: 'INSUFFICIENT_CREDITS', data: { available: 1 } });
    expect((await user.history()).messages).toEqual([]);
    await expect.poll(() => running.balance('poor')).toEqual({ available: MICRO, reserved: 0, spent: 0 });
  });

  // spec: agents.5
  test('messages without words or with too many, other chats, private ones, branches from nowhere: no model is asked', async () => {
    const user = await userWith('carl');
    const askedBefore = requestsOf(running.model.counts());
    expect(code(await user.say(' \n\t '))).toBe('MESSAGE_REQUIRED');
    expect(code(await user.say('\u200b\u2060\ufeff\u00ad'))).toBe('MESSAGE_REQUIRED');
    expect(code(await user.say('é'.repeat(17_000)))).toBe('MESSAGE_TOO_LONG');
    expect(code(await user.say('Momentum', { backtest_id: 'ann-chat' }))).toBe('CHAT_NOT_FOUND');
    expect(code(await user.say('Momentum', { backtest_id: 'nowhere' }))).toBe('CHAT_NOT_FOUND');
    expect(code(await user.say('Momentum', { backtest_id: 'carl-private' }))).toBe('AI_CHAT_DISABLED');
    for (const nowhere of ['nothing', 'none', 'never'])
      expect(code(await user.say('Momentum', { replaces: nowhere }))).toBe('MESSAGE_NOT_FOUND');
    const foreign = { id: 'conversation-ann-chat', reply_id: 'reply' };
    expect(await user.ask('stopReply', foreign)).toMatchObject({ refused: 'REPLY_NOT_FOUND' });
    expect(code(await user.opened('watchReply', foreign))).toBe('REPLY_NOT_FOUND');
    await settled('carl', 0);
    expect(requestsOf(running.model.counts())).toBe(askedBefore);
  });
});

const requestsOf = ({ open, whole, left }: ReturnType<typeof running.model.counts>) => open + whole + left;
const isChunk = ({ type }: ChatEvent) => type === 'chunk';
const startedIn = (events: readonly ChatEvent[]) => {
  const [started] = of(events, 'started');
  if (!started) throw new Error('the reply has not started');
  return started;
};

// spec: agents.6
test('a reply continues without its reader, can be read again from the beginning, and can be stopped; it costs what was written', async () => {
  const user = await userWith('dora');
  const seen = eventsOf(await user.say('Momentum [fault: endless]', {}, isChunk));
  const { reply_id, message_id, at_most_vut } = startedIn(seen);
  expect(await user.say('Another one')).toMatchObject({ refused: 'REPLY_IN_PROGRESS' });
  await expect
    .poll(async () => (await user.history()).messages)
    .toMatchObject([
      { id: message_id, role: 'user' },
      { id: reply_id, status: 'streaming' },
    ]);
  const which = { id: user.conversationId, reply_id };
  const watched = user.opened('watchReply', which);
  await user.ask('stopReply', which);
  await expect.poll(() => running.model.counts().open).toBe(0);
  const events = eventsOf(await watched);
  expect(events[0]).toEqual(startedIn(seen));
  expect(events.at(-1)).toMatchObject({ type: 'complete', status: 'stopped' });
  expect(replyText(events).startsWith(replyText(seen))).toBe(true);
  const cost = of(events, 'usage')[0]?.cost_vut ?? 0;
  expect(cost).toBeGreaterThan(0);
  expect(cost).toBeLessThanOrEqual(at_most_vut);
  await settled('dora', cost);
  await expect
    .poll(async () => (await user.history()).messages.at(-1))
    .toMatchObject({ status: 'stopped', content: replyText(events) });
});

// spec: agents.8
test('a message in the place of an earlier one begins a branch; the old one is kept', async () => {
  const user = await userWith('emil');
  const first = startedIn(eventsOf(await user.say('Momentum')));
  const second = startedIn(eventsOf(await user.say('Equal weight', { replaces: first.message_id })));
  await expect
    .poll(async () => (await user.history()).messages)
    .toMatchObject([
      { id: second.message_id, replaces: first.message_id },
      { id: second.reply_id, status: 'completed' },
    ]);
  expect(await user.exported()).toMatchObject({
    messages: [{ is_on_newest_branch: true }, { is_on_newest_branch: false, message: 'Momentum' }],
  });
});

// spec: agents.9
test('the same request again is the same reply', async () => {
  const user = await userWith('fay');
  const [one, two] = await Promise.all(
    [1, 2].map(() => user.say('Equal weight', {}, undefined, 'the-same-command')),
  );
  const replies = [one, two].flatMap((reply) => (reply && !isRefusal(reply) ? [startedIn(reply)] : []));
  expect(replies).toHaveLength(2);
  expect(new Set(replies.map(({ reply_id }) => reply_id)).size).toBe(1);
  expect((await user.history()).messages.filter(({ role }) => role === 'user')).toHaveLength(1);
});

test('the same key in two chats is two replies, each with its own credits', async () => {
  const user = await userWith('nina');
  const replies = await Promise.all(
    [{}, { backtest_id: 'nina-second' }].map((chat) =>
      user.say('Equal weight', chat, undefined, 'key-of-nina'),
    ),
  );
  const events = replies.map(eventsOf);
  expect(new Set(events.map((reply) => startedIn(reply).reply_id)).size).toBe(2);
  expect(events.map((reply) => reply.at(-1)?.type)).toEqual(['complete', 'complete']);
  await settled(
    'nina',
    events.reduce((sum, reply) => sum + (of(reply, 'usage')[0]?.cost_vut ?? 0), 0),
  );
});

test('a key that is used again for other words is refused, and the reply being written keeps its draft', async () => {
  const user = await userWith('olga');
  const seen = eventsOf(await user.say('Momentum [fault: endless]', {}, isChunk, 'key-of-olga'));
  const { reply_id } = startedIn(seen);
  expect(await user.say('Other words', {}, undefined, 'key-of-olga')).toMatchObject({
    refused: 'COMMAND_ID_REUSED',
  });
  await expect.poll(() => running.draftBytes(reply_id)).toBeGreaterThan(0);
  expect(await user.say('Equal weight')).toMatchObject({ refused: 'REPLY_IN_PROGRESS' });
  await user.ask('stopReply', { id: user.conversationId, reply_id });
  await expect.poll(async () => (await running.balance('olga')).reserved).toBe(0);
});

test('a message that was refused after its credits were reserved releases them, and may be sent again', async () => {
  const user = await userWith('pia');
  const refused = await user.say('Equal weight', { replaces: 'nothing' }, undefined, 'key-of-pia');
  expect(refused).toMatchObject({ refused: 'MESSAGE_NOT_FOUND' });
  await expect.poll(async () => (await running.balance('pia')).reserved).toBe(0);
  const events = eventsOf(await user.say('Equal weight', {}, undefined, 'key-of-pia'));
  expect(events.at(-1)).toMatchObject({ type: 'complete' });
  await settled('pia', of(events, 'usage')[0]?.cost_vut ?? 0);
});

describe('a model that', () => {
  // spec: agents.7
  test('breaks off costs nothing, and its text so far is kept', async () => {
    const user = await userWith('gus');
    const events = eventsOf(await user.say('Equal weight [fault: cut 3]'));
    expect(of(events, 'error')[0]?.error).toContain('broke off');
    expect(of(events, 'usage')).toMatchObject([{ cost_vut: 0, free: true }]);
    await settled('gus', 0);
    await expect
      .poll(async () => (await user.history()).messages.at(-1))
      .toMatchObject({
        status: 'failed',
        content: replyText(events),
        error: expect.stringContaining('broke off'),
      });
  });

  test('calls a tool that does not exist gets that answer, and replies after all', async () => {
    const user = await userWith('hugo');
    const events = eventsOf(await user.say('Equal weight [fault: unknown-tool]'));
    expect(of(events, 'step').filter(({ status }) => status === 'failed')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'complete' });
  });

  test.each([
    ['ends without a word', 'empty', 'The model ended its reply without a word.'],
    ['is filtered', 'filtered', 'filtered this reply'],
    ['calls a tool without a name', 'nameless-call', 'its call cannot be read'],
  ])('%s: the reply says so, and what it cost', async (_, fault, words) => {
    const user = await userWith(fault);
    const events = eventsOf(await user.say(`Momentum [fault: ${fault}]`));
    const cost = of(events, 'usage')[0]?.cost_vut ?? 0;
    expect(cost).toBeGreaterThan(0);
    expect(of(events, 'notice').map(({ text }) => text)).toEqual([expect.stringContaining(words)]);
    expect(of(events, 'notice')[0]?.text).toContain(` It cost ${cost} VUT.`);
    expect(events.at(-1)).toMatchObject({ type: 'complete', status: 'completed' });
    await settled(fault, cost);
  });

  // spec: agents.12
  test('lies about its usage costs no more than was reserved', async () => {
    const user = await userWith('ines');
    const events = eventsOf(await user.say('Equal weight [fault: wrong-usage]'));
    const cost = of(events, 'usage')[0]?.cost_vut ?? 0;
    expect(cost).toBeLessThanOrEqual(startedIn(events).at_most_vut);
    await settled('ines', cost);
  });
});

test('a backtest of a reply is kept as a run of its chat, by its user alone', async () => {
  const user = await userWith('yuki');
  const events = eventsOf(await user.say('Equal weight'));
  const { reply_id } = startedIn(events);
  const result_id = of(events, 'result')[0]?.id ?? '';
  const which = { id: user.conversationId, reply_id, result_id };
  await expect
    .poll(() => user.ask('keepResult', which))
    .toMatchObject({ output: { run_id: result_id, strategy_filename: 'strategy_kept.py' } });
  expect(await user.ask('keepResult', { ...which, result_id: 'other' })).toEqual({
    refused: 'RESULT_NOT_KEPT',
  });
  const stranger = await userWith('zora');
  expect(await stranger.ask('keepResult', which)).toEqual({ refused: 'REPLY_NOT_FOUND' });
});

// spec: agents.18
test('a chat that is deleted takes its conversations along, and a reply that is being written', async () => {
  const user = await userWith('jan');
  const { reply_id } = startedIn(eventsOf(await user.say('Equal weight')));
  const which = { id: user.conversationId, reply_id };
  eventsOf(await user.say('Momentum [fault: endless]', {}, isChunk));
  await running.deleteChat('jan', user.chatId);
  await expect.poll(async () => (await user.history()).messages).toEqual([]);
  await expect.poll(async () => (await running.balance('jan')).reserved).toBe(0);
  expect(await user.say('Momentum')).toMatchObject({ refused: 'CHAT_NOT_FOUND' });
  // Also where the reply has just ended, and is still in memory.
  await expect.poll(() => user.opened('watchReply', which)).toEqual({ refused: 'REPLY_NOT_FOUND' });
  expect(await user.ask('stopReply', which)).toMatchObject({ refused: 'REPLY_NOT_FOUND' });
});

test('a chat that is deleted while its first message is on its way takes that along', async () => {
  const user = await userWith('vera');
  const { reply_id } = startedIn(eventsOf(await user.say('Momentum [fault: endless]', {}, isChunk)));
  running.loseChat(user.chatId);
  await user.ask('stopReply', { id: user.conversationId, reply_id });
  await expect.poll(async () => (await running.balance('vera')).reserved).toBe(0);
  await expect.poll(user.exported).toMatchObject({ messages: [] });
});

test('a chat that is deleted while a process writes its first message and is lost takes that along', async () => {
  const user = await userWith('wim');
  const { reply_id } = startedIn(eventsOf(await user.say('Momentum [fault: endless]', {}, isChunk)));
  await expect.poll(() => running.draftBytes(reply_id)).toBeGreaterThan(0);
  running.loseChat(user.chatId);
  await running.agent.restart();
  const messagesAfterSettling = async () => {
    await running.settleReplies();
    return await user.exported();
  };
  await expect.poll(messagesAfterSettling).toMatchObject({ messages: [] });
  await expect.poll(async () => (await running.balance('wim')).reserved).toBe(0);
});

test('a lost reply is ended on schedule, and charged for what came of it', async () => {
  const user = await userWith('mia');
  const { reply_id } = startedIn(eventsOf(await user.say('Momentum [fault: endless]', {}, isChunk)));
  // More than a draft without words.
  await expect.poll(() => running.draftBytes(reply_id)).toBeGreaterThan(1_000);
  await running.agent.restart();
  const statusAfterSettling = async () => {
    await running.settleReplies();
    return (await user.history()).messages.at(-1)?.status;
  };
  await expect.poll(statusAfterSettling).toBe('interrupted');
  const { content = '', cost_vut = 0 } = (await user.history()).messages.at(-1) ?? {};
  expect(content).not.toBe('');
  expect(cost_vut).toBeGreaterThan(0);
  await settled('mia', cost_vut);
});

// spec: agents.13
test('after a crash in the middle the conversation is readable and the ledger exact', async () => {
  const user = await userWith('kim');
  const { reply_id } = startedIn(eventsOf(await user.say('Momentum [fault: endless]', {}, isChunk)));
  await running.agent.restart();
  // The next message finds the reply lost, and ends it.
  await expect.poll(async () => isRefusal(await user.say('Equal weight'))).toBe(false);
  const { messages } = await user.history();
  const lost = messages.find(({ id }) => id === reply_id);
  expect(lost).toMatchObject({ status: 'interrupted' });
  await expect.poll(async () => (await user.history()).messages.at(-1)?.status).toBe('completed');
  const cost = (await user.history()).messages.reduce((sum, { cost_vut = 0 }) => sum + cost_vut, 0);
  await settled('kim', cost);
});

// spec: strategies.27
test('a conversation that grows too long continues with a summary, which is made once, paid for and sealed', async () => {
  const user = await userWith('uma');
  // About 18,000 tokens each, of which two fit.
  const long = `Equal weight ${'7;'.repeat(9_000)}`;
  const said = [];
  for (const text of [long, long, long]) said.push(eventsOf(await user.say(text)));
  const notices = said.map((events) => of(events, 'notice').map(({ text }) => text));
  expect(notices).toEqual([[], [], [expect.stringContaining('a summary of its older messages')]]);
  const next = eventsOf(await user.say('Equal weight'));
  expect(of(next, 'notice')).toEqual([]);
  expect(await running.storedText('AGENT')).toContain('ConversationSummedUp');
  expect(await running.storedText('AGENT')).not.toContain('So far');
  await settled(
    'uma',
    [...said, next].reduce((sum, events) => sum + (of(events, 'usage')[0]?.cost_vut ?? 0), 0),
  );
});

describe('an outside assistant', () => {
  const CODE = { code: 'def strategy(candles, settings):\n    return 1' };

  test('runs a backtest for its user, which the user pays for and sees', async () => {
    const user = await userWith('rosa');
    const ran = await user.callTool('run_backtest', { chat_id: user.chatId, ...CODE });
    if (!ran || isRefusal(ran)) throw new Error('the tool did not answer');
    expect(ran).toMatchObject({ has_failed: false, content: expect.stringContaining('Sharpe ratio 0.84') });
    expect(ran.cost_vut).toBeGreaterThan(0);
    await settled('rosa', ran.cost_vut);
    await user.callTool('list_results', { chat_id: user.chatId });
    await expect.poll(user.toolUses).toMatchObject([
      { tool: 'list_results', cost_vut: 0, failed: false },
      { tool: 'run_backtest', cost_vut: ran.cost_vut, chat_id: user.chatId, access_token_id: 'token' },
    ]);
  });

  test("reaches no other user's chat, no private one, nothing that its token does not allow, and nothing unpaid", async () => {
    const user = await userWith('saul', 0.001);
    const code = async (tool: string, input: object, scopes?: Parameters<typeof user.callTool>[2]) => {
      const answered = await user.callTool(tool, input, scopes);
      return answered && isRefusal(answered) ? answered.refused : 'answered';
    };
    expect(await code('list_results', { chat_id: 'rosa-chat' })).toBe('CHAT_NOT_FOUND');
    expect(await code('run_backtest', { chat_id: 'rosa-chat', ...CODE })).toBe('CHAT_NOT_FOUND');
    expect(await code('list_results', { chat_id: 'saul-private' })).toBe('AI_CHAT_DISABLED');
    expect(await code('run_backtest', { chat_id: user.chatId, ...CODE }, ['read', 'edit'])).toBe(
      'ACCESS_SCOPE_MISSING',
    );
    expect(await code('save_strategy', { chat_id: user.chatId, ...CODE }, ['read', 'run'])).toBe(
      'ACCESS_SCOPE_MISSING',
    );
    expect(await code('run_backtest', { chat_id: user.chatId, ...CODE })).toBe('INSUFFICIENT_CREDITS');
    expect(await code('execute_trade', {})).toBe('TOOL_NOT_FOUND');
    expect(await code('list_results', { chat_id: user.chatId, user_id: 'rosa' })).toBe('INVALID_REQUEST');
    const tried = running.tried.length;
    await code('run_backtest', { chat_id: 'rosa-chat', ...CODE });
    expect(running.tried).toHaveLength(tried);
  });
});

test('no text of a message or reply is in the stream in the clear', async () => {
  const user = await userWith('lea');
  eventsOf(await user.say('A zebrafish strategy: equal weight'));
  expect(await running.storedText('AGENT')).not.toContain('zebrafish');
  expect(await running.storedText('AGENT')).toContain('MessageSent');
});
