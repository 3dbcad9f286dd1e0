// A long job that an operator starts and watches: it ends when it is done, cancelled, or when its page is left.
import type { JobProgress } from '@tradeium/contracts';
import { useEffect, useRef, useState } from 'react';
import type { requestOf } from '../../../core/endpoints.ts';
import { type EventStream, openEventStream } from '../../../core/event-stream.ts';
import { type Failure, failureOf } from '../../../lib/failure.ts';
import { parsedJson } from '../../../lib/parsed-json.ts';

export type Job = {
  readonly state: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  /** The newest that the server has said; null before the first. */
  readonly progress: JobProgress | null;
  /** Why it failed; null in every other state. */
  readonly problem: string | null;
};

const IDLE: Job = { state: 'idle', progress: null, problem: null };

/** The name of the event that ends a stream which the server gave up. */
const REFUSAL = 'refusal';

/** Each finding once, whether the server says it once or with every step. */
const joined = (before: readonly string[], found: readonly string[]): string[] => [
  ...new Set([...before, ...found]),
];

/** Null for anything but a step of the job, such as one of a newer server. */
const progressOf = (text: string): JobProgress | null => {
  const value = parsedJson(text);
  return typeof value === 'object' && value !== null && 'handled' in value ? (value as JobProgress) : null;
};

type Request = ReturnType<typeof requestOf>;

/** The server stops the job when its reader leaves, so cancelling is closing. */
export const useJob = () => {
  const [job, setJob] = useState(IDLE);
  const stream = useRef<EventStream>(undefined);
  useEffect(() => () => stream.current?.close(), []);

  const end = (state: Job['state'], problem: string | null = null) => {
    stream.current?.close();
    stream.current = undefined;
    setJob(({ progress }) => ({ state, progress, problem }));
  };
  const fail = ({ message }: Failure) => end('failed', message);
  const take = (text: string) => {
    const progress = progressOf(text);
    if (!progress) return;
    setJob((before) => ({
      state: 'running',
      problem: null,
      progress: { ...progress, findings: joined(before.progress?.findings ?? [], progress.findings) },
    }));
    if (progress.done) end('done');
  };
  const start = (request: Request) => {
    stream.current?.close();
    setJob({ ...IDLE, state: 'running' });
    stream.current = openEventStream(request, {
      onEvent: ({ event, data }) => (event === REFUSAL ? fail(failureOf(0, parsedJson(data))) : take(data)),
      onLost: fail,
      onRefused: fail,
      onCompleted: () => end('done'),
    });
  };
  return { job, start, cancel: () => end('cancelled') };
};
