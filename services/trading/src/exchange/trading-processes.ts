// How many trading processes send requests to exchanges from this address: they share what an exchange allows.
import { randomUUID } from 'node:crypto';
import { listen, messageIn } from '@tradeium/event-store';
import { publishToPeers } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import { z } from 'zod';

const SUBJECT = 'trading.processes';
const ANNOUNCE_EVERY_MS = 5_000;
const GONE_AFTER_MS = 15_000;

const announcement = z.object({ id: z.string().max(100), isNew: z.boolean() });

/** Counts living processes, itself included; one that is new is known at once, one that died after 15 s. */
export const openTradingProcesses = (nc: NatsConnection, now = () => performance.now()) => {
  const id = randomUUID();
  const seenMs = new Map<string, number>();

  const announce = (isNew: boolean): void => publishToPeers(nc, SUBJECT, { id, isNew });
  listen(nc, SUBJECT, (msg) => {
    const other = messageIn(announcement, msg);
    if (!other || other.id === id) return;
    seenMs.set(other.id, now());
    if (other.isNew) announce(false);
  });
  announce(true);
  setInterval(() => announce(false), ANNOUNCE_EVERY_MS).unref();

  return {
    count: (): number => {
      for (const [other, atMs] of seenMs) if (now() - atMs > GONE_AFTER_MS) seenMs.delete(other);
      return seenMs.size + 1;
    },
  };
};
