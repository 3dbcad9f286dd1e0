// Sends readers of a reply to the process that writes it, whichever process their request has reached.
import { isRefusal } from '@tradeium/contracts';
import { listen } from '@tradeium/event-store';
import type { StreamHost } from '@tradeium/service-kit';
import type { Msg, NatsConnection } from 'nats';
import { z } from 'zod';
import type { LiveReply } from './live-reply.ts';
import { relay } from './relay.ts';

/** On core NATS: opens a stream of the reply. Where no process writes it, nothing listens, and the server says so at once. */
const watchSubject = (replyId: string): string => `agent.watch.${replyId}`;
const OPEN_TIMEOUT_MS = 2_000;

const asked = z.object({
  userId: z.string(),
  conversationId: z.string(),
  resumeAfter: z.string().optional(),
});
/** Null: the reply is not this user's, or no more streams can be opened. */
const opened = z.object({ stream: z.string().nullable() });

/** Lets other processes open streams of a reply that this one writes; returns what ends that. */
export const offerReply = (nc: NatsConnection, streams: StreamHost, live: LiveReply): (() => void) => {
  const open = async (msg: Msg): Promise<z.infer<typeof opened>> => {
    const { userId, conversationId, resumeAfter } = asked.parse(msg.json());
    if (userId !== live.userId || conversationId !== live.conversationId) return { stream: null };
    const stream = await streams.open(userId, (sink) => relay(live, sink, resumeAfter));
    return isRefusal(stream) ? { stream: null } : stream;
  };
  const subscription = listen(
    nc,
    watchSubject(live.replyId),
    (msg) =>
      void open(msg).then(
        (answer) => msg.respond(JSON.stringify(answer)),
        () => undefined,
      ),
  );
  return () => subscription.unsubscribe();
};

/** The stream of a reply that another process writes; undefined when none does. */
export const openElsewhere = async (
  nc: NatsConnection,
  { replyId, ...which }: { readonly replyId: string } & z.infer<typeof asked>,
): Promise<string | undefined> => {
  try {
    const msg = await nc.request(watchSubject(replyId), JSON.stringify(which), { timeout: OPEN_TIMEOUT_MS });
    return opened.parse(msg.json()).stream ?? undefined;
  } catch {
    return undefined;
  }
};
