// Connects to NATS and MongoDB, waiting until they answer. MongoDB's driver is loaded on first use.
import type { Connection as MongoConnection } from 'mongoose';
import { connect, Events, type NatsConnection } from 'nats';
import type { Log } from './log.ts';
import { patiently } from './patiently.ts';

const RETRY_PAUSE_MS = 500;

/** Connects to NATS; reconnects endlessly after a loss, and logs it. */
export const connectNats = async (url: string, name: string, log: Log): Promise<NatsConnection> => {
  const nc = await connect({
    servers: url.split(','),
    name,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: 200,
    timeout: 5_000,
    pingInterval: 10_000,
    maxPingOut: 3,
    // Two stacks for each request, in case it fails, take a tenth of a service's time under load. A time-out then names no caller.
    noAsyncTraces: true,
  });
  void (async () => {
    for await (const status of nc.status()) {
      if (status.type === Events.Disconnect) log.warn({}, 'NATS connection lost, reconnecting');
      if (status.type === Events.Reconnect) log.info({}, 'NATS connection is back');
    }
  })();
  return nc;
};

/**
 * Returns the connection to a service's own database at once and connects it in the background, for as long as it
 * takes; later the driver reconnects on its own. Until then every request fails at once.
 */
export const openMongo = async (url: string, database: string, log: Log): Promise<MongoConnection> => {
  const { default: mongoose } = await import('mongoose');
  const connection = mongoose.createConnection();
  connection.set('bufferCommands', false);
  // Closing a connection that still waits for its server makes it fail once more.
  connection.on('error', () => undefined);
  void patiently({ what: 'MongoDB', log, pauseMs: RETRY_PAUSE_MS }, () =>
    connection.openUri(url, {
      dbName: database,
      serverSelectionTimeoutMS: 3_000,
      socketTimeoutMS: 30_000,
      maxPoolSize: 10,
      autoIndex: false,
    }),
  );
  return connection;
};
