// Gives tests what they share: servers, with a separate database for each, and bundled workflows.
import { randomBytes } from 'node:crypto';
import type { ServiceName } from '@tradeium/contracts';
import mongoose, { type Connection } from 'mongoose';
import { inject } from 'vitest';

const START_TIMEOUT_MS = 120_000;
/** A test that kills its database must not wait as long as a service may. */
const SELECTION_TIMEOUT_MS = 3_000;

const shared = async (name: 'mongodb' | 'temporal' | `workflows/${ServiceName}`): Promise<string> => {
  const reception = inject('sharedUrl');
  if (reception === undefined) throw new Error('shared servers are for tests named *.int.test.ts');
  const response = await fetch(`${reception}/${name}`, { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} could not be started: ${text}`);
  return text;
};

/** The URL of the MongoDB server that all tests share. */
export const sharedMongodbUrl = (): Promise<string> => shared('mongodb');

/** The address (host and port) of the Temporal server that all tests share. */
export const sharedTemporalAddress = (): Promise<string> => shared('temporal');

/** The file of a service's bundled workflows, as its process gets it. */
export const workflowBundle = (service: ServiceName): Promise<string> => shared(`workflows/${service}`);

export type TestDatabase = { connection: Connection; url: string; name: string; close(): Promise<void> };

/** Opens a new, empty database in the shared MongoDB server (or the one at `url`); `close` drops it. */
export const openTestDatabase = async (url?: string): Promise<TestDatabase> => {
  const server = url ?? (await sharedMongodbUrl());
  const name = `test_${randomBytes(6).toString('hex')}`;
  const options = { dbName: name, autoIndex: false, serverSelectionTimeoutMS: SELECTION_TIMEOUT_MS };
  const connection = await mongoose.createConnection(server, options).asPromise();
  return {
    connection,
    url: server,
    name,
    async close() {
      await connection.dropDatabase();
      await connection.close();
    },
  };
};
