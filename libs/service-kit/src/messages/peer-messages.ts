// Messages that replicas of one process exchange over core NATS: they only help, so nothing fails because of them.
import { type NatsConnection, NatsError } from 'nats';

/**
 * Publishes while the connection is open: an ending process has nothing more to exchange. A connection that is being
 * closed says so by throwing only.
 */
export const publishToPeers = (nc: NatsConnection, subject: string, message: object): void => {
  try {
    if (!nc.isClosed() && !nc.isDraining()) nc.publish(subject, JSON.stringify(message));
  } catch (cause) {
    if (!(cause instanceof NatsError)) throw cause;
  }
};
