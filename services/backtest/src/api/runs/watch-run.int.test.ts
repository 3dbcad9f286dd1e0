// The progress of a run as a stream: first its state, then every change in order, to the end.
import { isRefusal, type RunProgress, runProgressSubject } from '@tradeium/contracts';
import { openStreamClient, openStreamHost, type StreamHost } from '@tradeium/service-kit';
import { type EventServer, silentLog, startEventServer } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProgressBoard, type ProgressBoard } from '../../progress-board.ts';
import type { Dependencies } from '../dependencies.ts';
import { watchRun } from './watch-run.ts';

let server: EventServer;
let nc: NatsConnection;
let host: StreamHost;
let progress: ProgressBoard;

beforeAll(async () => {
  server = await startEventServer();
  nc = await server.connect();
  host = openStreamHost({ nc, log: silentLog });
  progress = openProgressBoard(nc);
  await nc.flush();
});
afterAll(() => server.stop());

const stateOf = (runId: string, change: Partial<RunProgress> = {}): RunProgress => ({
  run_id: runId,
  status: 'running',
  step: 'loading_candles',
  completed: 0.5,
  message: '',
  ...change,
});

/** Ann's runs in the event store. */
const cancelled = new Set<string>();
const started = { userId: 'ann' };
const outcome = { status: 'failed', refusal: { refused: 'RUN_CANCELLED' } };
const runs = {
  load: async (runId: string) => ({
    state: cancelled.has(runId) ? { status: 'ended', started, outcome } : { status: 'running', started },
    sequence: 1,
  }),
} as unknown as Dependencies['runs'];
/** Short, so that tests need not wait for it. */
const RECHECK_MS = 100;
const workflows = {} as Dependencies['workflows'];
const runModel = {} as Dependencies['runModel'];
/** How many runs go before one that waits. */
const queue = { ahead: 0 };

const publish = (message: RunProgress) =>
  nc.publish(runProgressSubject(message.run_id), JSON.stringify(message));

const open = async (runId: string, userId = 'ann') => {
  const settings = { recheckMs: RECHECK_MS, waitingMs: RECHECK_MS, ahead: async () => queue.ahead };
  const { handle } = watchRun({ runs, progress, workflows, runModel }, settings);
  return handle({ run_id: runId }, { userId, commandId: 'c', correlationId: 'c' }, host);
};

/** Opens the stream; it can be read one by one, or to its end. */
const openReading = async (runId: string) => {
  const opened = await open(runId);
  if (isRefusal(opened)) throw new Error(opened.refused);
  const { stream } = opened.output as { stream: string };
  const reader = await openStreamClient(nc).attach({
    stream,
    userId: 'ann',
    after: 0,
    onReaderGone: 'cancel',
  });
  if (typeof reader === 'string') throw new Error(reader);
  return {
    read: async (): Promise<RunProgress | null> => {
      const next = await reader.next();
      return 'text' in next ? JSON.parse(next.text) : null;
    },
    readToEnd: async () => {
      const shown: RunProgress[] = [];
      for (;;) {
        const next = await reader.next();
        if (!('text' in next)) return { shown, end: next };
        shown.push(JSON.parse(next.text));
      }
    },
  };
};

test('the state comes first, then what is new, never anything older, to the end of the run', async () => {
  publish(stateOf('r1'));
  await nc.flush();
  const { readToEnd } = await openReading('r1');
  publish(stateOf('r1', { step: 'simulating', completed: 0 }));
  publish(stateOf('r1', { step: 'reserving_credits' }));
  publish(stateOf('r1', { status: 'completed', step: 'charging_credits', completed: 1 }));
  publish(stateOf('r1', { step: 'simulating', completed: 1 }));
  const { shown, end } = await readToEnd();
  expect(shown.map(({ step, status }) => `${step} ${status}`)).toEqual([
    'loading_candles running',
    'simulating running',
    'charging_credits completed',
  ]);
  expect(end).toEqual({ how: 'done' });
});

test('an end whose message was lost is found', async () => {
  publish(stateOf('r3'));
  await nc.flush();
  const { readToEnd } = await openReading('r3');
  cancelled.add('r3');
  const { shown, end } = await readToEnd();
  expect(shown.map(({ status }) => status)).toEqual(['running', 'cancelled']);
  expect(end).toEqual({ how: 'done' });
});

test('a run that waits says for how many, each time that it becomes fewer', async () => {
  queue.ahead = 2;
  publish(stateOf('r4', { step: 'waiting', completed: 0 }));
  await nc.flush();
  const { read, readToEnd } = await openReading('r4');
  expect(await read()).toMatchObject({ step: 'waiting', ahead: 2 });
  queue.ahead = 1;
  expect(await read()).toMatchObject({ step: 'waiting', ahead: 1 });
  publish(stateOf('r4', { step: 'running_strategy', completed: 0 }));
  publish(stateOf('r4', { status: 'completed', step: 'charging_credits', completed: 1 }));
  const { shown } = await readToEnd();
  expect(shown.map(({ step, ahead }) => [step, ahead])).toEqual([
    ['running_strategy', undefined],
    ['charging_credits', undefined],
  ]);
});

test("another user's run is not found", async () => {
  expect(await open('r2', 'bob')).toEqual({ refused: 'RUN_NOT_FOUND' });
});
