// Streams to the browser what of the user's account has changed, so that all his tabs show the same.
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AccountUpdate,
  accountUpdate,
  accountUpdateSubject,
  type Refusal,
  refuse,
} from '@tradeium/contracts';
import { Events, type Msg } from 'nats';
import type { Call } from './call.ts';
import { type EventStream, HEARTBEAT_EVENT, openEventStreams } from './event-stream.ts';
import type { GatewayParts } from './gateway-parts.ts';

/** The tabs of a browser share one stream where they can, else each has its own. */
const STREAMS_PER_USER_MAX = 20;
const SUBSCRIBED_TIMEOUT_MS = 2_000;

const updateOf = (msg: Msg): AccountUpdate | undefined => {
  try {
    return accountUpdate.safeParse(msg.json()).data;
  } catch {
    return undefined;
  }
};

/**
 * Makes the handler of `watchAccount`. A stream begins when nothing can be missed any more: whoever asks for all that
 * he shows after that stays up to date. When something may have been missed after all, it ends, to be opened anew.
 */
export const openAccountStreams = (parts: GatewayParts) => {
  const { nc } = parts;
  const openStream = openEventStreams(parts, {
    perUserMax: STREAMS_PER_USER_MAX,
    heartbeat: HEARTBEAT_EVENT,
  });
  const streams = new Set<EventStream>();
  void (async () => {
    for await (const { type } of nc.status()) {
      if (type === Events.Reconnect) for (const stream of streams) stream.end();
    }
  })();

  const follow = async (stream: EventStream, userId: string): Promise<Refusal | undefined> => {
    const subscription = nc.subscribe(accountUpdateSubject(userId), {
      callback: (_error, msg) => {
        const update = updateOf(msg);
        if (update) stream.send(update);
      },
    });
    streams.add(stream);
    try {
      const isSubscribed = await Promise.race([
        nc.flush().then(() => true),
        delay(SUBSCRIBED_TIMEOUT_MS, false, { ref: false }),
      ]);
      if (!isSubscribed) return refuse('SERVICE_UNAVAILABLE');
      if (!stream.begin()) return refuse('UNAUTHORIZED');
      await stream.untilEnd();
      return undefined;
    } finally {
      streams.delete(stream);
      subscription.unsubscribe();
    }
  };

  return (call: Call<'watchAccount'>): Promise<Refusal | undefined> => openStream(call, follow);
};
