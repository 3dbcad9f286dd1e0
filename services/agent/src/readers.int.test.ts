// Readers of a reply that come back, or reach another process than its own, against real processes and a real bus.

import { type ChatEvent, isRefusal } from '@tradeium/contracts';
import { sharedByTests } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { startRunningAgent } from '../fixtures/running-agent.ts';

const running = sharedByTests(startRunningAgent);

const isChunk = ({ type }: ChatEvent) => type === 'chunk';
const replyText = (events: readonly ChatEvent[]) =>
  events.map((event) => (event.type === 'chunk' ? event.content : '')).join('');

/** A user with a reply that is written until it is stopped. */
const endlessReplyOf = async (userId: string) => {
  await running.grant(userId, 5_000);
  const user = running.openUser(userId);
  const seen = await user.say('Momentum [fault: endless]', {}, isChunk);
  const started = isRefusal(seen) ? undefined : seen[0];
  if (started?.type !== 'started') throw new Error('the reply has not started');
  const stop = () => user.ask('stopReply', { id: user.conversationId, reply_id: started.reply_id });
  const watch = (place?: string, until?: (event: ChatEvent) => boolean) =>
    user.watch(started.reply_id, place, until);
  return { started, stop, watch };
};

// spec: agents.15
test('a reader that comes back when its stream is gone gets what it has missed, and no more', async () => {
  const { stop, watch } = await endlessReplyOf('ann');
  const first = await watch(undefined, isChunk);
  // More has been written by then.
  await watch(first.place, isChunk);
  await stop();
  const rest = await watch(first.place);
  const whole = await watch();
  expect(rest.events.map(({ type }) => type)).not.toContain('started');
  expect(replyText(rest.events)).not.toBe('');
  expect(replyText(first.events) + replyText(rest.events)).toBe(replyText(whole.events));
  expect((await watch(rest.place)).events).toEqual([]);
});

// spec: agents.16
test('a reply is followed live, whichever process takes the request', async () => {
  const other = await running.startAgent();
  try {
    const { started, stop, watch } = await endlessReplyOf('bea');
    // Of so many requests each process gets some.
    const readers = await Promise.all(Array.from({ length: 16 }, () => watch(undefined, isChunk)));
    for (const { events, place } of readers) {
      expect(events[0]).toEqual(started);
      expect(events.at(-1)).toMatchObject({ type: 'chunk' });
      expect((await watch(place, isChunk)).events[0]).toMatchObject({ type: 'chunk' });
    }
    const ends = Array.from({ length: 8 }, () => watch());
    await stop();
    const read = await Promise.all(ends);
    for (const { events } of read)
      expect(events.at(-1)).toMatchObject({ type: 'complete', status: 'stopped' });
    expect(new Set(read.map(({ events }) => replyText(events))).size).toBe(1);
  } finally {
    await other.stop();
  }
});

test('a reply whose process is gone is ended for the reader that waits for it', async () => {
  const { watch } = await endlessReplyOf('cleo');
  const first = await watch(undefined, isChunk);
  await running.agent.restart();
  const { events } = await watch(first.place);
  expect(events.at(-1)).toMatchObject({ type: 'error', error: expect.stringContaining('interrupted') });
});
