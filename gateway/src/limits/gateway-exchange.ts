// Gateways exchange counts for limits and the newest writes of sessions over core NATS.
import { randomBytes } from 'node:crypto';
import { listen, messageIn } from '@tradeium/event-store';
import { knownWrites, publishToPeers } from '@tradeium/service-kit';
import { Events, type NatsConnection } from 'nats';
import { z } from 'zod';
import { type Counts, openCounts } from './counts.ts';

const COUNTS_SUBJECT = 'gateway.counts';
const WRITES_SUBJECT = 'gateway.writes';

const countsMessage = z.object({
  from: z.string(),
  counts: z.array(z.tuple([z.string(), z.int(), z.number()])),
  asks: z.boolean().optional(),
});
const writesMessage = z.object({ sessionId: z.string(), writes: knownWrites });
export type SessionWrites = z.infer<typeof writesMessage>;

/** Opens the counts shared by all gateways. Without NATS each counts alone. */
export const openSharedCounts = (nc: NatsConnection, stopping: AbortSignal): Counts => {
  const publish = (message: object) => publishToPeers(nc, COUNTS_SUBJECT, message);
  const counts = openCounts(randomBytes(9).toString('base64url'), publish);
  listen(nc, COUNTS_SUBJECT, (msg) => {
    const message = messageIn(countsMessage, msg);
    if (message) counts.receive(message);
  });
  void (async () => {
    for await (const { type } of nc.status()) if (type === Events.Reconnect) counts.exchange();
  })();
  counts.exchange();
  stopping.addEventListener('abort', counts.stop);
  return counts;
};

/** Returns a function that publishes a session's writes to the other gateways; theirs go to `onWrites`. */
export const shareWrites = (
  nc: NatsConnection,
  onWrites: (written: SessionWrites) => void,
): ((written: SessionWrites) => void) => {
  listen(nc, WRITES_SUBJECT, (msg) => {
    const written = messageIn(writesMessage, msg);
    if (written) onWrites(written);
  });
  return (written) => publishToPeers(nc, WRITES_SUBJECT, written);
};
