// Passes the events of a reply on to one reader.
import type { ChatEvent } from '@tradeium/contracts';
import type { Sink } from '@tradeium/service-kit';
import type { LiveReply } from './live-reply.ts';
import { placeText, replyPlaceOf } from './reply-place.ts';

/** Until the reply has ended, or the reader is gone. A returning reader says how far it has read. */
export const relay = async (
  reply: Pick<LiveReply, 'follow'>,
  sink: Sink<ChatEvent>,
  resumeAfter?: string,
): Promise<undefined> => {
  // It may have all that there is so far.
  sink.begin();
  for await (const { event, place } of reply.follow(sink.signal, replyPlaceOf(resumeAfter)))
    await sink.write(event, placeText(place));
};
