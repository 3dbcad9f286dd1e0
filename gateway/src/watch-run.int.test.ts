// Progress as server-sent events: the state first, then what is new, in order, to the end and no longer than allowed.
import { messageOf, type RunProgress, refuse, runProgressSubject } from '@tradeium/contracts';
import { answer, handler } from '@tradeium/service-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Edge, readStream, startEdge, userNamed } from './edge-under-test.ts';

let edge: Edge;
let cookie: string;
const ann = userNamed('ann');

const progress = (run_id: string, change: Partial<RunProgress> = {}): RunProgress => ({
  run_id,
  status: 'running',
  step: 'loading_candles',
  completed: 0.5,
  message: '',
  ...change,
});
const publish = (message: RunProgress) =>
  edge.nc.publish(runProgressSubject(message.run_id), JSON.stringify(message));

beforeAll(async () => {
  edge = await startEdge([
    handler(messageOf('watchRun'), async ({ run_id }, { userId }) => {
      if (userId !== ann.id) return refuse('RUN_NOT_FOUND');
      if (run_id === 'done')
        return answer(progress(run_id, { status: 'completed', step: 'charging_credits' }));
      // Published before the answer: a message that overtakes the snapshot must neither be lost nor come first.
      publish(progress(run_id, { step: 'running_strategy', message: 'early' }));
      publish(progress(run_id, { step: 'reserving_credits', message: 'late and old' }));
      return answer(progress(run_id));
    }),
  ]);
  cookie = edge.signIn(ann);
});
afterAll(() => edge.close());

const watch = (run: string, as = cookie, signal?: AbortSignal) =>
  edge.send(`/api/backtest/runs/${run}/progress`, { cookie: as, ...(signal && { signal }) });

test('shows the state, then what is new, never anything older, and ends with the run', async () => {
  const response = await watch('r1');
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
  publish(progress('r1', { step: 'simulating', completed: 0 }));
  publish(progress('r1', { status: 'completed', step: 'charging_credits', completed: 1 }));
  publish(progress('r1', { step: 'simulating', completed: 1 }));
  const frames = (await readStream(response)).split('\n\n').filter((frame) => frame !== '');
  expect(frames.every((frame) => frame.startsWith('data: '))).toBe(true);
  const shown = frames.map((frame) => JSON.parse(frame.slice(6)) as RunProgress);
  expect(shown.map(({ step, status }) => `${step} ${status}`)).toEqual([
    'loading_candles running',
    'running_strategy running',
    'simulating running',
    'charging_credits completed',
  ]);
});

test('a run that has ended is told at once', async () => {
  expect(await readStream(await watch('done'))).toContain('"status":"completed"');
});

test("another user's run is not found", async () => {
  const response = await watch('r2', edge.signIn(userNamed('bob')));
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'RUN_NOT_FOUND' });
});

test('messages that are no progress are not passed on', async () => {
  const response = await watch('r3');
  edge.nc.publish(runProgressSubject('r3'), 'not JSON');
  edge.nc.publish(runProgressSubject('r3'), '{"secret":1}');
  publish(progress('r3', { status: 'failed' }));
  const text = await readStream(response);
  expect(text).not.toContain('secret');
  expect(text).toContain('"status":"failed"');
});

test('the stream ends with the session', async () => {
  const mine = edge.signIn(ann, 's-watching');
  const response = await watch('r4', mine);
  await edge.endSession('s-watching');
  expect(await readStream(response)).not.toContain('"status":"completed"');
});

test('a user has at most ten streams open, and room again when one closes', async () => {
  const user = edge.signIn(ann);
  const leaving = new AbortController();
  const open = await Promise.all(
    Array.from({ length: 10 }, (_, index) => watch('r5', user, index === 0 ? leaving.signal : undefined)),
  );
  expect(open.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await watch('r5', user)).status).toBe(429);
  leaving.abort();
  await expect
    .poll(async () => {
      const response = await watch('r5', user);
      if (response.status === 200) open.push(response);
      return response.status;
    })
    .toBe(200);
  publish(progress('r5', { status: 'cancelled' }));
  await Promise.all(open.slice(1).map((response) => readStream(response)));
});

test('an end whose message was lost is found', async () => {
  let status: RunProgress['status'] = 'running';
  const watched = handler(messageOf('watchRun'), async () => answer(progress('r7', { status })));
  const other = await startEdge([watched], { STREAM_HEARTBEAT_MS: '100' });
  try {
    const response = await other.send('/api/backtest/runs/r7/progress', { cookie: other.signIn(ann) });
    status = 'completed';
    const text = await readStream(response);
    expect(text).toContain(': heartbeat\n\n');
    expect(text).toContain('"status":"completed"');
  } finally {
    await other.close();
  }
});

test('streams end when the gateway does', async () => {
  const other = await startEdge([handler(messageOf('watchRun'), async () => answer(progress('r6')))]);
  const response = await other.send('/api/backtest/runs/r6/progress', { cookie: other.signIn(ann) });
  const reading = readStream(response);
  const before = performance.now();
  await other.close();
  await reading;
  expect(performance.now() - before).toBeLessThan(3_000);
});
