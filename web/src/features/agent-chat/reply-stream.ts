// Reads the stream of a reply, a few events at a time, so that a fast model does not draw the page for each word.
import type { ChatEvent } from '@tradeium/contracts';
import { openEventStream } from '../../core/event-stream.ts';
import type { Failure } from '../../lib/failure.ts';
import type { RouteRequest } from '../../lib/route-request.ts';
import { eventOf, refusedBy } from './reply-events.ts';

/** About two pictures of the screen. */
const TOGETHER_MS = 30;

type ReplyHandlers = {
  readonly onEvents: (events: readonly ChatEvent[]) => void;
  readonly onOpened?: () => void;
  /** It broke before the reply had ended, for this reason. */
  readonly onLost: (failure: Failure) => void;
  readonly onRefused: (failure: Failure) => void;
  /** There is nothing more to read. */
  readonly onGone?: () => void;
};

export type ReplyStream = { readonly close: () => void; readonly lastEventId: () => string | undefined };

/** The name of the event that ends a stream which the server gave up. */
const REFUSAL = 'refusal';

const isEnd = ({ type }: ChatEvent): boolean => type === 'complete' || type === 'error';

/**
 * It closes itself after the reply's last event; a question that broke is not asked again. `after` is the newest event
 * that an earlier stream of the reply has brought.
 */
export const readReply = (request: RouteRequest, handlers: ReplyHandlers, after?: string): ReplyStream => {
  let waiting: ChatEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const events = waiting;
    waiting = [];
    if (events.length > 0) handlers.onEvents(events);
  };
  const close = () => {
    clearTimeout(timer);
    waiting = [];
    stream.close();
  };
  const isQuestion = request.method === 'POST';
  const stream = openEventStream(
    request,
    {
      onOpened: () => handlers.onOpened?.(),
      onEvent: ({ event: name, data }) => {
        const event = name === REFUSAL ? refusedBy(data) : eventOf(data);
        if (!event) return;
        waiting.push(event);
        timer ??= setTimeout(flush, TOGETHER_MS);
        if (!isEnd(event)) return;
        flush();
        close();
      },
      onLost: (failure) => {
        flush();
        if (isQuestion) close();
        handlers.onLost(failure);
      },
      onRefused: (failure) => {
        if (isQuestion) close();
        handlers.onRefused(failure);
      },
      onCompleted: () => handlers.onGone?.(),
    },
    after,
  );
  return { close, lastEventId: stream.lastEventId };
};
