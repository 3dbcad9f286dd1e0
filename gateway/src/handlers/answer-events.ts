// Turns a service's stream into server-sent events, for every streaming route.
import { isRefusal, messageOfRoute, type Refusal, refuse } from '@tradeium/contracts';
import { answer, type ReadChunk, type StreamReader, streamMessage } from '@tradeium/service-kit';
import type { Request } from 'express';
import type { Call } from '../calls/call.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { addressOf } from '../limits/limits.ts';
import { openEventStream } from './event-stream.ts';

/** An event's id: its stream, its number in it, and how far its reader is, where the service says that. */
const EVENT_ID = /^((?:[a-z-]{1,20}\.)?[\w-]{1,40}\.[\w-]{1,40})\.(\d{1,12})(?:\.([\w-]{1,40}))?$/;

type LastEvent = { readonly stream: string; readonly number: number; readonly place?: string | undefined };

const lastEventOf = ({ headers }: Request): LastEvent | undefined => {
  const [, stream, number, place] = EVENT_ID.exec(String(headers['last-event-id'] ?? '')) ?? [];
  return stream === undefined ? undefined : { stream, number: Number(number), place };
};

const readingOf = ({ route, session }: Call) => ({
  userId: session?.user.id,
  onReaderGone: route.events.onReaderGone,
});

/** Opens the stream, at its service or at the gateway's own source. */
const openAnew = async (
  call: Call,
  parts: GatewayParts,
  resumeAfter: string | undefined,
): Promise<StreamReader | Refusal | 'over'> => {
  const { name, route, ask, input, session } = call;
  const userId = session?.user.id;
  const source = parts.ownStreams[name];
  const opened = await parts.streams.open(readingOf(call), async (reader) => {
    if (!source)
      return ask(streamMessage(messageOfRoute(name, route)), input, {
        resumeAfter,
        reader,
        ...(route.timeoutMs !== undefined && { timeoutMs: route.timeoutMs }),
      });
    const own = await parts.streamHost.open(userId, source(session), { reader });
    return isRefusal(own) ? own : answer(own);
  });
  return opened === 'gone' ? refuse('SERVICE_UNAVAILABLE') : opened;
};

/**
 * Continues the stream after the client's last event. Where the stream is gone, a query is asked again, from where the
 * client is if its events say that, else from the start; a command is not done twice, so its stream is refused.
 */
const openReader = async (call: Call, parts: GatewayParts): Promise<StreamReader | Refusal | 'over'> => {
  const last = lastEventOf(call.request);
  const resumed = last
    ? await parts.streams.attach({ ...readingOf(call), stream: last.stream, after: last.number })
    : 'gone';
  if (resumed !== 'gone') return resumed;
  return last && call.route.kind === 'command'
    ? refuse('STREAM_EXPIRED')
    : openAnew(call, parts, last?.place);
};

const idOf = (stream: string, { number, place }: ReadChunk): string =>
  `${stream}.${number}${place === undefined ? '' : `.${place}`}`;

const forward = async (
  reader: StreamReader,
  events: ReturnType<typeof openEventStream>,
): Promise<Refusal | undefined> => {
  events.closed.addEventListener('abort', reader.leave);
  const refusal = events.begin();
  if (refusal) {
    reader.leave();
    return refusal;
  }
  while (!events.closed.aborted) {
    const next = await reader.next();
    if ('text' in next) await events.send(idOf(reader.stream, next), next.text);
    else events.end(next.how === 'refused' ? next.refusal : undefined);
  }
  reader.leave();
  return undefined;
};

/** Answers a route with events. */
export const answerEvents = async (call: Call, parts: GatewayParts): Promise<Refusal | undefined> => {
  const { name, route, request, response, session } = call;
  const reader = session?.user.id ?? addressOf(request);
  const leavePlace = parts.places.take(name, reader, route.events.perUserMax);
  if (!leavePlace) return refuse('TOO_MANY_REQUESTS');
  const events = openEventStream(call, parts);
  try {
    const opened = await openReader(call, parts);
    if (opened === 'over') {
      // Nothing more will come: browsers stop reconnecting after this status.
      response.status(204).end();
      return undefined;
    }
    return isRefusal(opened) ? opened : await forward(opened, events);
  } finally {
    events.close();
    leavePlace();
  }
};
