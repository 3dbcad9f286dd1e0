// How a stream begins: in its caller's time, or with a refusal.
import { type Refusal, refuse } from '@tradeium/contracts';
import { silentLog } from '@tradeium/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStreamWriter, type Sink, type StreamWork } from './stream-writer.ts';

const BEGIN_WITHIN_MS = 10_000;
const RESUME_WITHIN_MS = 100_000;
const UNAVAILABLE = refuse('SERVICE_UNAVAILABLE');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const opened = (work: StreamWork, beginWithinMs = BEGIN_WITHIN_MS) => {
  const stream = openStreamWriter({
    ...{ userId: 'ann', work, publish: () => undefined, log: silentLog },
    ...{ resumeWithinMs: RESUME_WITHIN_MS, beginWithinMs },
  });
  let answer: Refusal | 'begun' | undefined;
  void stream.begun.then((refusal) => {
    answer = refusal ?? 'begun';
  });
  return { ...stream, answer: () => answer };
};

/** Work that waits for its end, and then does this. */
const untilStopped =
  (last: (sink: Sink<unknown>) => ReturnType<StreamWork>): StreamWork =>
  async (sink) => {
    await new Promise((resolve) => sink.signal.addEventListener('abort', resolve));
    return last(sink);
  };

test('work that has not begun when its caller is about to give up is stopped, in time to answer', async () => {
  const { answer } = opened(untilStopped(async () => refuse('CHAT_NOT_FOUND')));
  await vi.advanceTimersByTimeAsync(0.9 * BEGIN_WITHIN_MS);
  expect(answer()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(0.09 * BEGIN_WITHIN_MS);
  expect(answer()).toEqual(refuse('CHAT_NOT_FOUND'));
});

test('work that does not end then is answered for', async () => {
  const { answer } = opened(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(BEGIN_WITHIN_MS);
  expect(answer()).toEqual(UNAVAILABLE);
});

test.each([BEGIN_WITHIN_MS, Number.POSITIVE_INFINITY])(
  'work that has begun within %s ms goes on',
  async (withinMs) => {
    let signal: AbortSignal | undefined;
    const work = async (sink: Sink<unknown>) => {
      ({ signal } = sink);
      sink.begin();
      return new Promise<undefined>(() => undefined);
    };
    const { answer } = opened(work, withinMs);
    await vi.advanceTimersByTimeAsync(2 * BEGIN_WITHIN_MS);
    expect([answer(), signal?.aborted]).toEqual(['begun', false]);
  },
);

test('work that is stopped before it begins is refused: with its own refusal, or as unavailable', async () => {
  const lasts: ((sink: Sink<unknown>) => ReturnType<StreamWork>)[] = [
    async () => refuse('TOO_MANY_REQUESTS'),
    async () => undefined,
    async () => 'broken',
    ({ signal }) => Promise.reject(signal.reason),
  ];
  const streams = lasts.map((last) => opened(untilStopped(last)));
  for (const stream of streams) stream.stop();
  await Promise.all(streams.map(({ ended }) => ended));
  expect(streams.map(({ answer }) => answer())).toEqual([
    refuse('TOO_MANY_REQUESTS'),
    ...[UNAVAILABLE, UNAVAILABLE, UNAVAILABLE],
  ]);
});

/** True if work is stopped by now whose reader has left so. */
const isStoppedAfter = (onReaderGone: 'cancel' | 'continue', forGood?: boolean): boolean => {
  let signal: AbortSignal | undefined;
  const stream = opened((sink) => {
    ({ signal } = sink);
    sink.begin();
    return new Promise<undefined>(() => undefined);
  });
  stream.attach({ do: 'attach', inbox: 'reader', after: 0, onReaderGone });
  stream.leave('another', true);
  if (signal?.aborted) throw new Error('another reader has stopped the work');
  stream.leave('reader', forGood);
  return signal?.aborted ?? false;
};

test('work ends at once when its reader leaves permanently, unless it goes on without one', () => {
  expect(isStoppedAfter('cancel', true)).toBe(true);
  expect(isStoppedAfter('cancel')).toBe(false);
  expect(isStoppedAfter('continue', true)).toBe(false);
});

test('work goes on whose reader was there before it began', async () => {
  const ready = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  const stream = opened(async (sink) => {
    ({ signal } = sink);
    await ready.promise;
    sink.begin();
    return new Promise<undefined>(() => undefined);
  });
  stream.attach({ do: 'attach', inbox: 'reader', after: 0, onReaderGone: 'cancel' });
  ready.resolve();
  await vi.advanceTimersByTimeAsync(2 * RESUME_WITHIN_MS);
  expect(signal?.aborted).toBe(false);
});

/** A stream with a reader, whose turns come when the test says so. */
const written = (...chunks: readonly string[]) => {
  const sent: string[] = [];
  const turns: (() => void)[] = [];
  const attached = Promise.withResolvers<void>();
  const stream = openStreamWriter({
    userId: 'ann',
    work: async ({ begin, write }) => {
      begin();
      await attached.promise;
      for (const chunk of chunks) await write(chunk);
      return undefined;
    },
    publish: (_, message) => sent.push(message),
    turn: () => new Promise((begin) => turns.push(begin)),
    log: silentLog,
  });
  const attach = () => {
    stream.attach({ do: 'attach', userId: 'ann', inbox: 'one', after: 0, onReaderGone: 'continue' });
    attached.resolve();
  };
  return { stream, attach, attachLater: attached.resolve, sent, turns };
};

test('the first two chunks go at once, and the next one when it is the turn of its stream', async () => {
  const { stream, attach, sent, turns } = written('one', 'two', 'three');
  attach();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['1\n"one"', '2\n"two"']);
  turns.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['1\n"one"', '2\n"two"', '3\n"three"']);
  turns.shift()?.();
  await stream.ended;
});

test('a stream without a reader takes no turns', async () => {
  const { stream, attachLater, turns } = written('one', 'two', 'three');
  attachLater();
  await stream.ended;
  expect(turns).toEqual([]);
});
