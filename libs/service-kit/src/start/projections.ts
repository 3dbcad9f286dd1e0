// Runs a service's projections, even before its database answers.
import type { AnyProjection, ProjectionCondition, Projections } from '@tradeium/event-store';
import { runProjections } from '@tradeium/event-store';
import type { Connection } from 'mongoose';
import { openMongo } from '../servers/connections.ts';
import type { CommonConfig } from '../settings/config.ts';
import type { ProcessParts } from './start-process.ts';

const CONNECTED = 1;

/** For a service without read models. */
const NO_PROJECTIONS: Projections = {
  opened: Promise.resolve(),
  documents: ({ name }) => {
    throw new Error(`there is no projection ${name}`);
  },
  waitFor: async () => true,
  waitForMessages: async () => true,
  caughtUp: async () => true,
  rebuild: async (name) => {
    throw new Error(`there is no projection ${name}`);
  },
  conditions: () => [],
  status: async () => [],
  parked: async () => [],
  isDatabaseThere: async () => true,
  stop: async () => undefined,
};

/** In these states there are no documents, or old ones; in the others this or another process follows the streams. */
const LATE: readonly ProjectionCondition['state'][] = ['opening', 'failing', 'stopped'];

const SILENT = 'MongoDB does not answer';

const reasonOf = async (mongo: Connection, projections: Projections): Promise<string | null> => {
  if (mongo.readyState !== CONNECTED) return 'waiting for MongoDB';
  // A server that is frozen keeps its connections.
  if (!(await projections.isDatabaseThere())) return SILENT;
  const late = projections.conditions().filter(({ state }) => LATE.includes(state));
  if (late.length === 0) return null;
  return `not up to date: ${late.map(({ name, reason }) => `${name} (${reason})`).join(', ')}`;
};

/** The present work of each read model: an idle one does not notice by itself that its database has gone silent. */
export const conditionsNow = async (
  projections: Pick<Projections, 'conditions' | 'isDatabaseThere'>,
): Promise<ProjectionCondition[]> => {
  const isThere = await projections.isDatabaseThere();
  const conditions = projections.conditions();
  return isThere
    ? conditions
    : conditions.map((one) => ({ ...one, state: 'failing', reason: one.reason ?? SILENT }));
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
  const projections = runProjections({ nc, mongo, log, now, projections: declared });
  lifetime.onStop('projections', projections.stop);
  capabilities.add('queries', () => reasonOf(mongo, projections));
  return projections;
};
