// Runs a service's projections, whether its database answers yet or not.
import type { AnyProjection, Projections } from '@tradeium/event-store';
import { runProjections } from '@tradeium/event-store';
import type { Connection } from 'mongoose';
import type { CommonConfig } from './config.ts';
import { openMongo } from './connections.ts';
import type { ProcessParts } from './start-process.ts';

const CONNECTED = 1;

/** What a service has that answers from its aggregates only. */
const NO_PROJECTIONS: Projections = {
  documents: ({ name }) => {
    throw new Error(`there is no projection ${name}`);
  },
  waitFor: async () => true,
  caughtUp: async () => true,
  rebuild: async (name) => {
    throw new Error(`there is no projection ${name}`);
  },
  status: async () => [],
  stop: async () => undefined,
};

const reasonOf = async (mongo: Connection, projections: Projections): Promise<string | null> => {
  if (mongo.readyState !== CONNECTED) return 'waiting for MongoDB';
  const late = (await projections.status()).filter(({ state }) => state === 'opening' || state === 'failing');
  return late.length === 0 ? null : `not up to date: ${late.map(({ name }) => name).join(', ')}`;
};

/** Opens the database of a context and follows the streams; `queries` is the capability that depends on it. */
export const openProjections = async (
  context: string,
  process: Pick<ProcessParts<CommonConfig>, 'config' | 'nc' | 'log' | 'lifetime' | 'capabilities'> & {
    now: () => Date;
  },
  declared: readonly AnyProjection[],
): Promise<Projections> => {
  if (declared.length === 0) return NO_PROJECTIONS;
  const { config, nc, log, now, lifetime, capabilities } = process;
  const mongo = await openMongo(config.MONGODB_URL, `${config.MONGODB_PREFIX}_${context}`, log);
  lifetime.onStop('mongodb', () => mongo.close());
  const projections = await runProjections({ nc, mongo, log, now, projections: declared });
  lifetime.onStop('projections', projections.stop);
  capabilities.add('queries', () => reasonOf(mongo, projections));
  return projections;
};
