// Connects to NATS and MongoDB, waiting until they answer. MongoDB's driver is loaded on first use.
import type { BusUser } from '@tradeium/contracts';
import { actAs, type Forged, openSignatures } from '@tradeium/event-store';
import type { Connection as MongoConnection } from 'mongoose';
import {
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  Events,
  type NatsConnection,
  nkeyAuthenticator,
} from 'nats';
import type { Log } from '../log/log.ts';
import { readConfig } from '../settings/config.ts';
import {
  type NatsAccess,
  natsAccessConfig,
  natsConnectionParts,
  type SigningKeys,
  signingConfig,
} from '../settings/server-access.ts';
import { patiently } from './patiently.ts';
import { mongoRefusal, natsRefusal } from './server-refusals.ts';

const RETRY_PAUSE_MS = 500;

const busConfig = natsAccessConfig.extend(signingConfig.shape);

/** How to reach the NATS at an address, by the variables of this process and these. Throws a ConfigError. */
export const natsAccess = (url: string, keys: Partial<SigningKeys> = {}): NatsAccess & SigningKeys =>
  readConfig(busConfig, { ...process.env, NATS_URL: url, ...keys });

/**
 * The options of a connection to NATS as one of its users: each hears answers to its own questions only. Throws an error that
 * names the variables that contradict each other.
 */
export const natsOptions = (access: NatsAccess, user: BusUser): ConnectionOptions => {
  const { credentials, seed, ...parts } = natsConnectionParts(access);
  const bytes = (text: string) => new TextEncoder().encode(text);
  return {
    ...parts,
    inboxPrefix: `_INBOX.${user}`,
    ...(credentials !== undefined && { authenticator: credsAuthenticator(bytes(credentials)) }),
    ...(seed !== undefined && { authenticator: nkeyAuthenticator(bytes(seed)) }),
  };
};

/**
 * Connects to NATS as one of its users, waiting until it is there, or until the signal is given; reconnects endlessly after a
 * loss, and logs it. Throws when it is refused, and when it was not there before the signal.
 */
export const connectNats = async (
  access: NatsAccess & SigningKeys,
  user: BusUser,
  log: Log,
  { signal, onForged }: { signal?: AbortSignal; onForged?: (forged: Forged) => void } = {},
): Promise<NatsConnection> => {
  const signatures = openSignatures(user, access.SIGNING_KEY, access.SIGNING_PUBLIC_KEYS);
  const options = {
    ...natsOptions(access, user),
    name: user,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    timeout: 5_000,
    pingInterval: 10_000,
    maxPingOut: 3,
    // Two stacks for each request, in case it fails, take a tenth of a service's time under load. A time-out then names no caller.
    noAsyncTraces: true,
  };
  const waiting = { what: 'NATS', log, pauseMs: RETRY_PAUSE_MS, ...(signal && { signal }) };
  const nc = await patiently(waiting, () =>
    connect(options).catch((cause: unknown) => {
      const refusal = natsRefusal(cause, String(options.servers), options.user ?? '');
      if (refusal === null) throw cause;
      // Waiting does not help.
      return new Error(refusal, { cause });
    }),
  );
  if (nc === null) throw new Error('NATS does not answer');
  if (nc instanceof Error) throw nc;
  actAs(nc, {
    user,
    signatures,
    onForged: (forged) => {
      log.error({ ...forged }, 'something forged was passed over: its writer has no right to it');
      onForged?.(forged);
    },
  });
  void (async () => {
    for await (const status of nc.status()) {
      if (status.type === Events.Disconnect) log.warn({}, 'NATS connection lost, reconnecting');
      if (status.type === Events.Reconnect) log.info({}, 'NATS connection is back');
      if (status.permissionContext)
        log.error({ user, ...status.permissionContext }, 'NATS refuses this to the user of this process');
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
  const options = {
    dbName: database,
    serverSelectionTimeoutMS: 3_000,
    socketTimeoutMS: 30_000,
    maxPoolSize: 10,
    autoIndex: false,
  };
  let known: string | null = null;
  void patiently({ what: 'MongoDB', log, pauseMs: RETRY_PAUSE_MS }, () =>
    connection.openUri(url, options).catch((cause: unknown) => {
      const refusal = mongoRefusal(cause);
      if (refusal && refusal !== known)
        log.error({ reason: refusal }, 'MongoDB does not let this process in');
      known = refusal;
      throw cause;
    }),
  );
  return connection;
};
