// A conversation with the Strategy agent, against a real ledger, a real model server and real stores.
import { type ChatEvent, isRefusal, type Refusal } from '@tradeium/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningAgent, startRunningAgent } from '../fixtures/running-agent.ts';

const MICRO = 1_000_000;
const GRANTED = 5_000;

let running: RunningAgent;
beforeAll(async () => {
  running = await startRunningAgent();
});
afterAll(() => running?.stop());

const userWith = async (userId: string, vut = GRANTED) => {
  await running.grant(userId, vut);
  return running.openUser(userId);
};

const told = (reply: ChatEvent[] | Refusal): ChatEvent[] => {
  if (isRefusal(reply)) throw new Error(`refused: ${reply.refused}`);
  return reply;
};
const textOf = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.type === 'chunk' ? [event.content] : [])).join('');
const of = <Type extends ChatEvent['type']>(events: readonly ChatEvent[], type: Type) =>
  events.filter((event): event is Extract<ChatEvent, { type: Type }> => event.type === type);

/** Everything that was reserved is charged or given back. */
const settled = async (userId: string, cost: number) =>
  expect
    .poll(() => running.balance(userId))
    .toEqual({
      available: GRANTED * MICRO - Math.round(cost * MICRO),
      reserved: 0,
      spent: Math.round(cost * MICRO),
    });

test('an idea becomes code that was checked and backtested, and costs what it used', async () => {
  const user = await userWith('ann');
  const events = told(await user.say('Momentum: hold the top 3 coins, weekly'));
  expect(events[0]).toMatchObject({ type: 'started', at_most_vut: expect.any(Number) });
  expect(of(events, 'step').map(({ tool, status }) => `${tool} ${status}`)).toEqual([
    'check_strategy running',
    'check_strategy done',
    'run_backtest running',
    'run_backtest done',
  ]);
  expect(of(events, 'result')[0]).toMatchObject({ figures: { sharpe: 0.84 }, look_ahead_dates: 40 });
  expect(textOf(events)).toContain('```python');
  const [usage] = of(events, 'usage');
  expect(usage?.cost_vut).toBeGreaterThan(0);
  expect(usage).not.toHaveProperty('free');
  expect(events.at(-1)).toMatchObject({ type: 'complete', status: 'completed' });
  await settled('ann', usage?.cost_vut ?? 0);
  await expect
    .poll(async () => (await user.history()).messages.at(-1))
    .toMatchObject({
      role: 'assistant',
      status: 'completed',
      content: textOf(events),
      cost_vut: usage?.cost_vut,
    });
  expect(await user.history()).toMatchObject({ demo: true, pricing: { strategy: { output: 10_000 } } });
});
