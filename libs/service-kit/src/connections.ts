// Connects to NATS, MongoDB and Temporal, each waiting patiently until its server answers.
import { Connection as TemporalConnection } from '@temporalio/client';
import mongoose from 'mongoose';
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
export const connectMongo = (url: string, database: string, log: Log): Promise<mongoose.Connection> =>
  patiently('MongoDB', log, () =>
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

/** Connects to Temporal's frontend. */
export const connectTemporal = (address: string, log: Log): Promise<TemporalConnection> =>
  patiently('Temporal', log, () => TemporalConnection.connect({ address, connectTimeout: '5s' }));
