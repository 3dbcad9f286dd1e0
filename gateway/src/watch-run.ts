// Streams the progress of a run to the browser, from where it stands to its end.
import {
  isRefusal,
  messageOf,
  type Refusal,
  RUN_STEPS,
  type RunProgress,
  refuse,
  runProgress,
  runProgressSubject,
} from '@tradeium/contracts';
import type { Msg } from 'nats';
import type { Call } from './call.ts';
import { type EventStream, HEARTBEAT_COMMENT, openEventStreams } from './event-stream.ts';
import type { GatewayParts } from './gateway-parts.ts';

const STREAMS_PER_USER_MAX = 10;
/** Messages kept while the state is asked for: a run tells far fewer in that time. */
const EARLY_MAX = 1_000;

/** How far a run is, so that a message that was overtaken by a newer one is not shown after it. */
const rankOf = ({ status, step, completed }: RunProgress): number =>
  status === 'running' ? RUN_STEPS.indexOf(step) + completed : Number.POSITIVE_INFINITY;

const progressOf = (msg: Msg): RunProgress | undefined => {
  try {
    return runProgress.safeParse(msg.json()).data;
  } catch {
    return undefined;
  }
};

/** Sends progress that is not older than what was sent; ends the stream after the run's last message. */
const progressSender = (stream: EventStream) => {
  let shown = Number.NEGATIVE_INFINITY;
  return (progress: RunProgress): void => {
    const rank = rankOf(progress);
    if (rank < shown) return;
    shown = rank;
    stream.send(progress);
    if (rank === Number.POSITIVE_INFINITY) stream.end();
  };
};

/** Makes the handler of `watchRun`. */
export const openRunStreams = (parts: GatewayParts) => {
  const openStream = openEventStreams(parts, {
    perUserMax: STREAMS_PER_USER_MAX,
    heartbeat: HEARTBEAT_COMMENT,
  });

  /** Listens before it asks for the state, so that nothing is missed; who may not see the run is told by the answer. */
  const follow = async (
    { ask, input }: Call<'watchRun'>,
    stream: EventStream,
  ): Promise<Refusal | undefined> => {
    const send = progressSender(stream);
    const early: RunProgress[] = [];
    const subscription = parts.nc.subscribe(runProgressSubject(input.run_id), {
      callback: (_error, msg) => {
        const progress = progressOf(msg);
        if (progress && stream.hasBegun()) send(progress);
        else if (progress && early.length < EARLY_MAX) early.push(progress);
      },
    });
    /** Finds an end whose message was lost. */
    const askAgain = async () => {
      const snapshot = await ask(messageOf('watchRun'), input);
      if (!isRefusal(snapshot)) send(snapshot.output);
      else if (snapshot.refused !== 'SERVICE_UNAVAILABLE') stream.end();
    };
    try {
      const snapshot = await ask(messageOf('watchRun'), input);
      if (isRefusal(snapshot)) return snapshot;
      if (!stream.begin()) return refuse('UNAUTHORIZED');
      for (const progress of [snapshot.output, ...early]) send(progress);
      await stream.untilEnd(askAgain);
      return undefined;
    } finally {
      subscription.unsubscribe();
    }
  };

  return (call: Call<'watchRun'>): Promise<Refusal | undefined> =>
    openStream(call, (stream) => follow(call, stream));
};
