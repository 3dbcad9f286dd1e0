// Passes the events of a reply on to one reader.
import type { ChatEvent } from '@tradeium/contracts';
import type { Sink } from '@tradeium/service-kit';
import type { LiveReply } from '../replies/live-reply.ts';

/** Until the reply has ended, or the reader is gone for good. */
export const relay = async (reply: LiveReply, sink: Sink<ChatEvent>): Promise<undefined> => {
  for await (const event of reply.follow(sink.signal)) await sink.write(event);
};
