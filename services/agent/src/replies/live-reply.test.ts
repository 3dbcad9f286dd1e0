// Readers of a reply: each gets everything in order, however late or slow.
import type { ChatEvent } from '@tradeium/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXAMPLE_REPLY } from '../../fixtures/example-reply.ts';
import { openLiveReply, type ReplyEvent } from './live-reply.ts';
import { placeText, replyPlaceOf } from './reply-place.ts';

const chunk = (content: string): ChatEvent => ({ type: 'chunk', content });
const notice: ChatEvent = { type: 'notice', text: 'Note' };

const collect = async (events: AsyncIterable<ReplyEvent>): Promise<ChatEvent[]> => {
  const all: ChatEvent[] = [];
  for await (const { event } of events) all.push(event);
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
  expect((await next).value?.event).toEqual(chunk('a'));
  const waiting = one.next();
  leaving.abort();
  expect((await waiting).done).toBe(true);
  const rest = collect(second);
  live.tell(chunk('b'));
  live.end();
  expect((await rest).map((event) => (event.type === 'chunk' ? event.content : '')).join('')).toBe('ab');
});

test('a reader gets words at once, and in one what has come until it asks for more', async () => {
  const live = openLiveReply(EXAMPLE_REPLY);
  const reader = live.follow(never)[Symbol.asyncIterator]();
  const first = reader.next();
  for (const content of ['a', 'b', 'c']) live.tell(chunk(content));
  expect((await first).value?.event).toEqual(chunk('abc'));
  const next = reader.next();
  live.tell(chunk('d'));
  expect((await next).value?.event).toEqual(chunk('d'));
});

test('removed text is not read again: readers start from the beginning', async () => {
  const live = openLiveReply(EXAMPLE_REPLY);
  for (const event of [notice, chunk('kept'), chunk(' and not')]) live.tell(event);
  const reader = live.follow(never)[Symbol.asyncIterator]();
  const before = [await reader.next(), await reader.next()];
  expect(live.unsay(4)).toBe(' and not');
  const step = { type: 'step', id: 's', tool: 'thinking', title: 'Thinking', status: 'running' } as const;
  for (const event of [step, chunk(' words')]) live.tell(event);
  live.end();
  const all = [notice, chunk('kept'), step, chunk(' words')];
  const rest: ChatEvent[] = [];
  for (let next = await reader.next(); !next.done; next = await reader.next()) rest.push(next.value.event);
  expect(rest).toEqual(all);
  const place = placeText(before[1]?.value?.place as ReplyEvent['place']);
  expect(await collect(live.follow(never, replyPlaceOf(place)))).toEqual(all);
  expect(live.draft().text).toBe('kept words');
});

test('blank text is not removed', () => {
  const live = openLiveReply(EXAMPLE_REPLY);
  live.tell(chunk('a\n'));
  expect(live.unsay(1)).toBe('');
  expect(live.draft().text).toBe('a\n');
});

const never = new AbortController().signal;

/** Texts of neighbouring chunks in one: how they are cut means nothing. */
const joined = (events: readonly ChatEvent[]): ChatEvent[] => {
  const all: ChatEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (event.type === 'chunk' && last?.type === 'chunk')
      all[all.length - 1] = chunk(last.content + event.content);
    else all.push(event);
  }
  return all;
};

test('a reader that comes back gets exactly what it has missed, wherever it broke off', async () => {
  const written = fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.string({ minLength: 1, maxLength: 700 }).map(chunk) },
      fc.constant(notice),
      fc.constant<ChatEvent>({ type: 'step', id: 's', tool: 'look', title: 'Look', status: 'done' }),
    ),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(written, fc.nat(20), fc.nat(30), async (events, before, taken) => {
      const live = openLiveReply(EXAMPLE_REPLY);
      for (const event of events.slice(0, before)) live.tell(event);
      const leaving = new AbortController();
      const [seen, place] = [[] as ChatEvent[], { text: '0-0-0' }];
      const reading = (async () => {
        for await (const next of live.follow(leaving.signal)) {
          seen.push(next.event);
          place.text = placeText(next.place);
          if (seen.length > taken) leaving.abort();
        }
      })();
      for (const event of events.slice(before)) {
        await Promise.resolve();
        live.tell(event);
      }
      live.end();
      await reading;
      const rest = await collect(live.follow(never, replyPlaceOf(place.text)));
      expect(joined([...seen, ...rest])).toEqual(joined(events));
    }),
  );
});

test('a reader that names a place which the reply does not have gets all of it', async () => {
  const live = openLiveReply(EXAMPLE_REPLY);
  for (const event of [chunk('a'), notice]) live.tell(event);
  live.end();
  for (const place of ['2-0-0', '1-2-0', '0-0-1', 'nonsense'])
    expect(await collect(live.follow(never, replyPlaceOf(place)))).toEqual([chunk('a'), notice]);
});

test('the first reason to stop stays', () => {
  const live = openLiveReply(EXAMPLE_REPLY);
  live.stop('stopped');
  live.stop('interrupted');
  expect([live.signal.aborted, live.stopReason()]).toEqual([true, 'stopped']);
});
