// Keeps requests from waiting for answers that can't come: the client drops what is sent while it reconnects.
import { ErrorCode, Events, type NatsConnection, NatsError } from 'nats';

export type ConnectionWatch = {
  /**
   * Runs a request once there is a connection, and settles as it does; rejects with DISCONNECT as soon as the
   * connection is lost, or when there is none for 2 s.
   */
  whileConnected<Answer>(request: () => Promise<Answer>): Promise<Answer>;
};

const RECONNECT_TIMEOUT_MS = 2_000;

const watches = new WeakMap<NatsConnection, ConnectionWatch>();

/** The one watch of a connection. */
export function watchConnection(nc: NatsConnection): ConnectionWatch {
  const watch = watches.get(nc) ?? createWatch(nc);
  watches.set(nc, watch);
  return watch;
}

function createWatch(nc: NatsConnection): ConnectionWatch {
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

  const reconnected = () =>
    new Promise<void>((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        onReturn.delete(done);
        resolve();
      };
      const timer = setTimeout(() => {
        onReturn.delete(done);
        reject(disconnected());
      }, RECONNECT_TIMEOUT_MS);
      onReturn.add(done);
    });

  return {
    async whileConnected(request) {
      if (!isConnected) await reconnected();
      return new Promise((resolve, reject) => {
        const lost = () => reject(disconnected());
        onLoss.add(lost);
        request()
          .finally(() => onLoss.delete(lost))
          .then(resolve, reject);
      });
    },
  };
}

const disconnected = () => NatsError.errorForCode(ErrorCode.Disconnect);
