// Readers of a reply: each gets everything in order, however late or slow.
import type { ChatEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { EXAMPLE_REPLY } from '../../fixtures/example-reply.ts';
import { openLiveReply } from './live-reply.ts';

const chunk = (content: string): ChatEvent => ({ type: 'chunk', content });
const notice: ChatEvent = { type: 'notice', text: 'Note' };

const collect = async (events: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> => {
  const all: ChatEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
};

test('a reader that comes late gets all of it, with fewer and larger chunks', async () => {
  const live = openLiveReply(EXAMPLE_REPLY);
  for (const event of [chunk('a'), chunk('b'), notice, chunk('c'), chunk('d')]) live.tell(event);
  live.end();
  expect(await collect(live.follow(new AbortController().signal))).toEqual([
    chunk('ab'),
    notice,
    chunk('cd'),
  ]);
  expect(live.draft()).toMatchObject({ text: 'abcd', notices: ['Note'] });
});

test('readers follow what is written, each at its own pace, and leave when they like', async () => {
  const live = openLiveReply(EXAMPLE_REPLY);
  const leaving = new AbortController();
  const [first, second] = [live.follow(leaving.signal), live.follow(new AbortController().signal)];
  const one = first[Symbol.asyncIterator]();
  const next = one.next();
  live.tell(chunk('a'));
  expect((await next).value).toEqual(chunk('a'));
  const waiting = one.next();
  leaving.abort();
  expect((await waiting).done).toBe(true);
  const rest = collect(second);
  live.tell(chunk('b'));
  live.end();
  expect((await rest).map((event) => (event.type === 'chunk' ? event.content : '')).join('')).toBe('ab');
});

test('the first reason to stop stays', () => {
  const live = openLiveReply(EXAMPLE_REPLY);
  live.stop('stopped');
  live.stop('interrupted');
  expect([live.signal.aborted, live.stopReason()]).toEqual([true, 'stopped']);
});
