// Operators can alarm on events that a reaction has set aside, and on read models that do not go on.
import type { ProjectionCondition, ReactionStatus } from '@tradeium/event-store';
import { expect, test } from 'vitest';
import { openMetrics } from './metrics.ts';

const lines = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`));

const STATUS: ReactionStatus = {
  name: 'follow',
  context: 'credits',
  state: 'working',
  behind: 4,
  parked: 3,
  oldestParkedAt: '2026-01-01T00:00:00.000Z',
  newer: 2,
  expired: 1,
};

test('events of a reaction that are parked, newer than the program or expired are told apart', async () => {
  const metrics = openMetrics('ledger');
  metrics.watchReactions(async () => [STATUS]);
  expect(lines(await metrics.text(), 'tradeium_reaction_events')).toEqual([
    'tradeium_reaction_events{reaction="follow",state="behind",service="ledger"} 4',
    'tradeium_reaction_events{reaction="follow",state="parked",service="ledger"} 3',
    'tradeium_reaction_events{reaction="follow",state="newer",service="ledger"} 2',
    'tradeium_reaction_events{reaction="follow",state="expired",service="ledger"} 1',
  ]);
});

test('what cannot be counted now is left out, and every other figure is shown', async () => {
  const metrics = openMetrics('ledger');
  let statuses = async () => [STATUS];
  metrics.watchReactions(() => statuses());
  metrics.watchReadModels(async () => [{ name: 'accounts', version: 1, state: 'following', reason: null }]);
  await metrics.text();
  statuses = () => Promise.reject(new Error('NATS is down'));
  const text = await metrics.text();
  expect(lines(text, 'tradeium_reaction_events')).toEqual([]);
  expect(lines(text, 'tradeium_read_model_state')).toHaveLength(1);
});

test('a read model shows the one state that it is in', async () => {
  const metrics = openMetrics('ledger');
  let state: ProjectionCondition['state'] = 'following';
  metrics.watchReadModels(async () => [{ name: 'accounts', version: 1, state, reason: null }]);
  const shown = async () => lines(await metrics.text(), 'tradeium_read_model_state');
  expect(await shown()).toEqual([
    'tradeium_read_model_state{read_model="accounts",state="following",service="ledger"} 1',
  ]);
  state = 'stopped';
  expect(await shown()).toEqual([
    'tradeium_read_model_state{read_model="accounts",state="stopped",service="ledger"} 1',
  ]);
});

test('a capability is 1 while it works and 0 while it does not', async () => {
  const metrics = openMetrics('ledger');
  metrics.watchCapabilities(async () => ({ events: 'ok', queries: 'MongoDB does not answer' }));
  expect(lines(await metrics.text(), 'tradeium_capability')).toEqual([
    'tradeium_capability{capability="events",service="ledger"} 1',
    'tradeium_capability{capability="queries",service="ledger"} 0',
  ]);
});

test('a task queue shows how much waits in it, and nothing while that is not known', async () => {
  const metrics = openMetrics('admin');
  let queues = async () => [
    { name: 'strategy-runner', backlog: 7 as number | null },
    { name: 'backtest', backlog: null },
  ];
  metrics.watchTaskQueues(() => queues());
  const shown = async () => lines(await metrics.text(), 'tradeium_task_queue_backlog');
  expect(await shown()).toEqual([
    'tradeium_task_queue_backlog{task_queue="strategy-runner",service="admin"} 7',
  ]);
  queues = () => Promise.reject(new Error('Temporal is down'));
  expect(await shown()).toEqual([]);
});
