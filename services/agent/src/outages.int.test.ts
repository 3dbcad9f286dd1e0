// The agent service while MongoDB, Temporal, the model or NATS is down: what doesn't need them works, and it recovers on its own.
import { type ChatEvent, isRefusal } from '@tradeium/contracts';
import { type ServersAway, startServersAway } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningAgent, startRunningAgent } from '../fixtures/running-agent.ts';

let servers: ServersAway;
let running: RunningAgent;
beforeAll(async () => {
  servers = await startServersAway();
  const { environment, events } = servers;
  running = await startRunningAgent(environment, { isMongodbAway: true, events });
});
afterAll(async () => {
  await running?.stop();
  await servers?.stop();
});

const UNAVAILABLE = { refused: 'SERVICE_UNAVAILABLE' };
const RECOVERY = { timeout: 60_000 };
const isChunk = ({ type }: ChatEvent) => type === 'chunk';

const userWith = async (userId: string) => {
  await running.grant(userId, 5_000);
  return running.openUser(userId);
};
type User = Awaited<ReturnType<typeof userWith>>;

const eventsOf = (reply: Awaited<ReturnType<User['say']>>): ChatEvent[] => {
  if (isRefusal(reply)) throw new Error(`refused: ${reply.refused}`);
  return reply;
};
const replyIdOf = ([started]: readonly ChatEvent[]): string => {
  if (started?.type !== 'started') throw new Error('the reply has not started');
  return started.reply_id;
};
const historyOf = (user: User) => user.ask('getConversationHistory', { id: user.conversationId });
const capabilities = async () => (await running.agent.readiness()).capabilities;

/** Nothing is held any more. */
const settled = (userId: string) =>
  expect.poll(async () => (await running.balance(userId)).reserved, RECOVERY).toBe(0);

test('without MongoDB and Temporal it takes requests, and says what it cannot do', async () => {
  expect(await running.agent.readiness()).toMatchObject({
    status: 200,
    capabilities: { events: 'ok', queries: expect.not.stringMatching(/^ok$/), model: 'not used yet' },
  });
  expect((await capabilities()).workflows).not.toBe('ok');
});

test('without MongoDB and Temporal a reply is written, paid for, watched and stopped', async () => {
  const ann = await userWith('ann');
  expect(eventsOf(await ann.say('Equal weight')).at(-1)).toMatchObject({ type: 'complete' });
  await settled('ann');
  expect((await running.balance('ann')).spent).toBeGreaterThan(0);
  const reply_id = replyIdOf(eventsOf(await ann.say('Momentum [fault: endless]', {}, isChunk)));
  expect((await ann.watch(reply_id, undefined, isChunk)).events.at(-1)).toMatchObject({ type: 'chunk' });
  expect(isRefusal(await ann.ask('stopReply', { id: ann.conversationId, reply_id }))).toBe(false);
  await settled('ann');
  const ran = await ann.callTool('run_backtest', {
    chat_id: ann.chatId,
    code: 'def strategy(candles, settings):\n    return 1',
  });
  expect(ran).toMatchObject({ has_failed: false });
});

test('without MongoDB reading history is refused as unavailable', async () => {
  const ben = await userWith('ben');
  expect(await historyOf(ben)).toEqual(UNAVAILABLE);
});

test('without a model a message ends with a clear failure and costs nothing, and the process stays in service', async () => {
  const cleo = await userWith('cleo');
  const events = eventsOf(await cleo.say('Equal weight [fault: server-error]'));
  expect(events.at(-1)).toMatchObject({ type: 'error' });
  await expect.poll(() => running.balance('cleo')).toMatchObject({ reserved: 0, spent: 0 });
  expect(await running.agent.readiness()).toMatchObject({
    status: 200,
    capabilities: { model: expect.stringMatching(/^strategy fails since .*: the model server/) },
  });
  eventsOf(await cleo.say('Equal weight'));
  expect((await capabilities()).model).toBe('ok');
});

test('a reply goes on through a NATS that is killed, and its books are exact', async () => {
  const dora = await userWith('dora');
  const reply_id = replyIdOf(eventsOf(await dora.say('Momentum [fault: endless]', {}, isChunk)));
  await running.events.kill();
  await running.events.restart();
  const { place, events } = await dora.watch(reply_id, undefined, isChunk);
  expect(events.at(-1)).toMatchObject({ type: 'chunk' });
  await dora.ask('stopReply', { id: dora.conversationId, reply_id });
  await expect.poll(async () => (await running.balance('dora')).reserved, RECOVERY).toBe(0);
  expect(place).toBeDefined();
});

test('a reply goes on through a NATS that freezes after it has taken what the agent sent', async () => {
  const emil = await userWith('emil');
  const reply_id = replyIdOf(eventsOf(await emil.say('Momentum [fault: endless]', {}, isChunk)));
  servers.nats.loseAnswers();
  await servers.nats.answerLost();
  await expect.poll(async () => (await capabilities()).events, RECOVERY).not.toBe('ok');
  servers.nats.mend();
  // A request that reaches the broken connection would be lost.
  await expect.poll(async () => (await capabilities()).events, RECOVERY).toBe('ok');
  expect((await emil.watch(reply_id, undefined, isChunk)).events.at(-1)).toMatchObject({ type: 'chunk' });
  await emil.ask('stopReply', { id: emil.conversationId, reply_id });
  await expect.poll(async () => (await running.balance('emil')).reserved, RECOVERY).toBe(0);
});

test('once MongoDB and Temporal are there, everything that was said is shown, and workflows work', async () => {
  await servers.mongodb.restart();
  servers.temporal.mend();
  const ann = running.openUser('ann');
  await expect.poll(async () => isRefusal(await historyOf(ann)), RECOVERY).toBe(false);
  await expect
    .poll(async () => (await ann.history()).messages.map(({ role, status }) => `${role} ${status}`))
    .toEqual(['user completed', 'assistant completed', 'user completed', 'assistant stopped']);
  await expect.poll(capabilities, RECOVERY).toMatchObject({ queries: 'ok', workflows: 'ok' });
  const dora = running.openUser('dora');
  const { cost_vut } = (await dora.history()).messages.at(-1) ?? {};
  expect((await running.balance('dora')).spent).toBe(Math.round((cost_vut ?? 0) * 1_000_000));
});
