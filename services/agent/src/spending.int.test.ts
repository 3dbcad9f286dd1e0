// Users' limits on replies and tools, against a real ledger, a real model server and real stores.

import { type ChatEvent, isRefusal, type Refusal } from '@tradeium/contracts';
import { sharedByTests } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { startRunningAgent } from '../fixtures/running-agent.ts';

const MICRO = 1_000_000;
const GRANTED = 5_000;

const running = sharedByTests(startRunningAgent);

const userWith = async (userId: string) => {
  await running.grant(userId, GRANTED);
  return running.openUser(userId);
};

const eventsOf = (reply: ChatEvent[] | Refusal): ChatEvent[] => {
  if (isRefusal(reply)) throw new Error(`refused: ${reply.refused}`);
  return reply;
};
const refusedBy = (reply: ChatEvent[] | Refusal) => (isRefusal(reply) ? reply.refused : 'answered');
const atMostOf = (events: readonly ChatEvent[]) =>
  events.reduce((sum, event) => (event.type === 'started' ? event.at_most_vut : sum), 0);
const costOf = (events: readonly ChatEvent[]) =>
  events.reduce((sum, event) => (event.type === 'usage' ? event.cost_vut : sum), 0);

/** Every reservation is charged or released. */
const settled = async (userId: string, cost: number) =>
  expect
    .poll(() => running.balance(userId))
    .toEqual({
      available: GRANTED * MICRO - Math.round(cost * MICRO),
      reserved: 0,
      spent: Math.round(cost * MICRO),
    });

test('a message that is stopped before the first word costs its prompt, which the model has got', async () => {
  const user = await userWith('una');
  const long = `Momentum ${'and so on '.repeat(3_000)}[fault: slow 60000]`;
  const started = eventsOf(await user.say(long, {}, ({ type }) => type === 'started'));
  await expect.poll(() => running.model.counts().open).toBe(1);
  const reply_id = started.reduce((id, event) => (event.type === 'started' ? event.reply_id : id), '');
  const which = { id: user.conversationId, reply_id };
  await user.ask('stopReply', which);
  const cost = costOf(eventsOf(await user.opened('watchReply', which)));
  expect(cost).toBeGreaterThan(5);
  expect(cost).toBeLessThan(atMostOf(started));
  await settled('una', cost);
});

describe('limits that the user has set', () => {
  // spec: strategies.26
  test('bound what a reply reserves, are shown, and refuse what they do not pay for', async () => {
    const user = await userWith('tom');
    await user.ask('changeAgentLimits', { per_reply_vut: 60, per_day_vut: null });
    const events = eventsOf(await user.say('Equal weight'));
    expect(atMostOf(events)).toBe(60);
    const cost = costOf(events);
    expect(cost).toBeLessThanOrEqual(60);
    await settled('tom', cost);
    expect((await user.history()).limits).toMatchObject({ per_reply_vut: 60, per_day_vut: null });
    await user.ask('changeAgentLimits', { per_reply_vut: 1, per_day_vut: null });
    expect(refusedBy(await user.say('Equal weight'))).toBe('REPLY_LIMIT_TOO_LOW');
    await user.ask('changeAgentLimits', { per_reply_vut: null, per_day_vut: cost + 1 });
    expect(refusedBy(await user.say('Equal weight'))).toBe('DAY_LIMIT_REACHED');
    const outside = { chat_id: user.chatId, code: 'def strategy(candles, settings): return 1' };
    await user.ask('changeAgentLimits', { per_reply_vut: null, per_day_vut: cost });
    expect(await user.callTool('run_backtest', outside)).toMatchObject({ refused: 'DAY_LIMIT_REACHED' });
    await user.ask('changeAgentLimits', { per_reply_vut: null, per_day_vut: null });
    expect(refusedBy(await user.say('Equal weight'))).toBe('answered');
  });

  test('hold for requests at the same time: of tools and of replies, all of what is under way counts', async () => {
    const user = await userWith('uri');
    const outside = { chat_id: user.chatId, code: 'def strategy(candles, settings): return 1' };
    const one = await user.callTool('run_backtest', outside);
    const cost = one && !isRefusal(one) ? one.cost_vut : 0;
    await user.ask('changeAgentLimits', { per_reply_vut: null, per_day_vut: 2.5 * cost });
    const six = await Promise.all(Array.from({ length: 6 }, () => user.callTool('run_backtest', outside)));
    const ran = six.filter((answered) => !(answered && isRefusal(answered)));
    expect(ran).toHaveLength(1);
    await settled('uri', 2 * cost);

    const perDay = 2 * cost + 30;
    await user.ask('changeAgentLimits', { per_reply_vut: null, per_day_vut: perDay });
    const chats = ['uri-1', 'uri-2', 'uri-3', 'uri-4', 'uri-5'];
    const replies = await Promise.all(chats.map((backtest_id) => user.say('Equal weight', { backtest_id })));
    expect(replies.map(refusedBy)).toContain('DAY_LIMIT_REACHED');
    const costs = replies.map((reply) => (isRefusal(reply) ? 0 : costOf(reply)));
    expect(Math.max(...costs)).toBeGreaterThan(0);
    expect(costs.reduce((sum, each) => sum + each, 2 * cost)).toBeLessThanOrEqual(perDay);
  });

  test('that leave room for one reply do not refuse the same request that comes again meanwhile', async () => {
    const user = await userWith('wim');
    await user.ask('changeAgentLimits', { per_reply_vut: null, per_day_vut: 12 });
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => user.say('Make me rich', {}, undefined, 'key-of-wim')),
    );
    expect(replies.map(refusedBy)).toEqual(['answered', 'answered', 'answered', 'answered']);
  });

  test('are changed once by one request, and not by other values under its id', async () => {
    const user = await userWith('vic');
    const limits = (per_day_vut: number) =>
      user.ask('changeAgentLimits', { per_reply_vut: null, per_day_vut }, 'one-request');
    expect(await limits(50)).toMatchObject({ output: { per_day_vut: 50 } });
    expect(await limits(50)).toMatchObject({ output: { per_day_vut: 50 } });
    expect(await limits(90)).toMatchObject({ refused: 'COMMAND_ID_REUSED' });
    expect((await user.history()).limits).toMatchObject({ per_day_vut: 50 });
  });
});
