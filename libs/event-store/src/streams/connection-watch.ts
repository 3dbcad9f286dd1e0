// Repeats requests as soon as the connection is back: the client drops requests while it reconnects.
import { setTimeout as delay } from 'node:timers/promises';
import { ErrorCode, Events, type NatsConnection, NatsError } from 'nats';
import { isNatsOutage } from './nats-outage.ts';

export type ConnectionWatch = {
  /**
   * Runs a request once there is a connection, and settles like it. Rejects with DISCONNECT as soon as the connection
   * is lost, or when there is none for `patienceMs` (default 2 s).
   */
  whileConnected<Answer>(request: () => Promise<Answer>, patienceMs?: number): Promise<Answer>;
  /**
   * Repeats a request (it must be safe to repeat) until it is answered: at once when the connection is back, and after
   * a short pause when no server could take it. After `patienceMs` it rejects with the last error.
   */
  untilAnswered<Answer>(request: () => Promise<Answer>, patienceMs: number): Promise<Answer>;
};

const RECONNECT_PATIENCE_MS = 2_000;
const RETRY_PAUSE_MS = 100;

const watches = new WeakMap<NatsConnection, ConnectionWatch>();

/** The single watch of a connection. */
export const watchConnection = (nc: NatsConnection): ConnectionWatch => {
  const watch = watches.get(nc) ?? createWatch(nc);
  watches.set(nc, watch);
  return watch;
};

const createWatch = (nc: NatsConnection): ConnectionWatch => {
  let isConnected = true;
  const onLoss = new Set<() => void>();
  const onReturn = new Set<() => void>();
  void (async () => {
    for await (const { type } of nc.status()) {
      if (type !== Events.Disconnect && type !== Events.Reconnect) continue;
      isConnected = type === Events.Reconnect;
      for (const notify of isConnected ? onReturn : onLoss) notify();
    }
  })();

  const reconnected = (patienceMs: number) =>
    new Promise<void>((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        onReturn.delete(done);
        resolve();
      };
      const timer = setTimeout(() => {
        onReturn.delete(done);
        reject(disconnected());
      }, patienceMs);
      onReturn.add(done);
    });

  const whileConnected = async <Answer>(
    request: () => Promise<Answer>,
    patienceMs = RECONNECT_PATIENCE_MS,
  ): Promise<Answer> => {
    if (!isConnected) await reconnected(patienceMs);
    return new Promise((resolve, reject) => {
      const lost = () => reject(disconnected());
      onLoss.add(lost);
      request()
        .finally(() => onLoss.delete(lost))
        .then(resolve, reject);
    });
  };

  return {
    whileConnected,
    async untilAnswered(request, patienceMs) {
      const deadlineMs = performance.now() + patienceMs;
      for (;;) {
        try {
          return await whileConnected(request, Math.max(0, deadlineMs - performance.now()));
        } catch (error) {
          const isFinal = !isNatsOutage(error) || nc.isClosed() || nc.isDraining();
          if (isFinal || performance.now() + RETRY_PAUSE_MS > deadlineMs) throw error;
          // Without a connection the next try starts the moment there is one.
          if (isConnected) await delay(RETRY_PAUSE_MS);
        }
      }
    },
  };
};

const disconnected = () => NatsError.errorForCode(ErrorCode.Disconnect);
