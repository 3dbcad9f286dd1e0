// Subscriptions of core NATS whose listeners cannot make the process deaf.
import type { Msg, NatsConnection, NatsError, Subscription } from 'nats';
import type { z } from 'zod';
import { identityOf } from './bus-identity.ts';

export type ListenOptions = {
  /** Of the processes in a queue group, one gets each message. */
  readonly queue?: string;
  /** Called instead of the listener when the subscription fails. */
  readonly onError?: (error: NatsError) => void;
};

/**
 * Calls the listener with each message. What it throws becomes an unhandled rejection, which a process logs: thrown in
 * the client's own callback, it would end the reading of the whole connection until the server misses a few pings.
 */
export const listen = (
  nc: NatsConnection,
  subject: string,
  listener: (msg: Msg) => void,
  { queue, onError }: ListenOptions = {},
): Subscription =>
  nc.subscribe(subject, {
    ...(queue !== undefined && { queue }),
    callback: async (error, msg) => {
      if (error) onError?.(error);
      else if (isAnswerable(msg)) listener(msg);
      else identityOf(nc).onForged?.({ kind: 'reply', subject: msg.subject });
    },
  });

/**
 * Answers go to inboxes only. Any other subject for one would have us write there, with our rights instead of the sender's.
 */
const isAnswerable = ({ reply }: Msg): boolean => !reply || reply.startsWith('_INBOX.');

/** The content of a message; undefined for what does not fit the schema, as the sender may be of another version. */
export const messageIn = <Schema extends z.ZodType>(
  schema: Schema,
  msg: Msg,
): z.output<Schema> | undefined => {
  try {
    return schema.safeParse(msg.json()).data;
  } catch {
    return undefined;
  }
};
