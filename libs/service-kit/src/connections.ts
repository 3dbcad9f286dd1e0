// Connects to NATS, MongoDB and Temporal, each waiting patiently until its server answers. Drivers are loaded when used.
import type { Connection as TemporalConnection } from '@temporalio/client';
import type { Connection as MongoConnection } from 'mongoose';
import { connect, Events, type NatsConnection } from 'nats';
import type { Log } from './log.ts';

const RETRY_PAUSE_MS = 500;

/** Tries until it works, saying once that it waits. */
const patiently = async <T>(what: string, log: Log, attempt: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (cause) {
      if (tries === 0) log.warn({ err: cause }, `waiting for ${what}`);
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    }
  }
};

/** Connects to NATS; later losses are bridged by endless reconnects, told in the log. */
export const connectNats = async (url: string, name: string, log: Log): Promise<NatsConnection> => {
  const nc = await connect({
    servers: url,
    name,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: 200,
    timeout: 5_000,
    pingInterval: 10_000,
    maxPingOut: 3,
  });
  void (async () => {
    for await (const status of nc.status()) {
      if (status.type === Events.Disconnect) log.warn({}, 'NATS connection lost, reconnecting');
      if (status.type === Events.Reconnect) log.info({}, 'NATS connection is back');
    }
  })();
  return nc;
};

/** Connects to a database of its own for the service; the driver reconnects by itself later. */
export const connectMongo = async (url: string, database: string, log: Log): Promise<MongoConnection> => {
  const { default: mongoose } = await import('mongoose');
  return patiently('MongoDB', log, () =>
    mongoose
      .createConnection(url, {
        dbName: database,
        serverSelectionTimeoutMS: 3_000,
        socketTimeoutMS: 30_000,
        maxPoolSize: 10,
        autoIndex: false,
      })
      .asPromise(),
  );
};

/** Connects to Temporal's frontend. */
export const connectTemporal = async (address: string, log: Log): Promise<TemporalConnection> => {
  const { Connection } = await import('@temporalio/client');
  return patiently('Temporal', log, () => Connection.connect({ address, connectTimeout: '5s' }));
};
