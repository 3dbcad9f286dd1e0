// Asks the services for their state: processes, read models, reactions and parked events.
import {
  isRefusal,
  operationsOf,
  type RunningProcess,
  SERVICE_NAMES,
  type ServiceName,
  type SystemState,
} from '@tradeium/contracts';
import type { RequestContext } from '@tradeium/service-kit';
import type { Looking } from './look.ts';
import { askPart, type SystemParts } from './system-parts.ts';

type Told = Pick<SystemState, 'read_models' | 'reactions' | 'parked'>;

const NOTHING: Told = { read_models: [], reactions: [], parked: [] };
const WITHOUT_A_PLACE_IN_THE_MANIFEST = ['gateway'] as const;

const rebuildOf = (processes: readonly RunningProcess[], service: string, name: string) => {
  const rebuilds = processes.flatMap((process) => (process.service === service ? process.rebuilding : []));
  const found = rebuilds.find((rebuild) => rebuild.name === name);
  return found ? { done: found.done, of: found.of } : null;
};

/** Every service, with the processes that answered. */
export const servicesWith = (processes: readonly RunningProcess[]): SystemState['services'] =>
  [...WITHOUT_A_PLACE_IN_THE_MANIFEST, ...SERVICE_NAMES].map((name) => ({
    name,
    processes: processes.flatMap(({ service, id, version, startedAt }) =>
      service === name ? [{ id, version, started_at: startedAt }] : [],
    ),
  }));

const parkedIn = async (
  parts: Pick<SystemParts, 'client'>,
  service: ServiceName,
  request: RequestContext,
): Promise<Told['parked']> => {
  const listed = await askPart(parts, operationsOf(service).listParked, request);
  if (isRefusal(listed)) throw new Error(`${service} cannot list its parked events: ${listed.refused}`);
  return listed.output.parked.map(({ parkedAt, canRetry, ...event }) => ({
    ...event,
    service,
    parked_at: parkedAt,
    can_retry: canRetry,
  }));
};

const askOne = async (
  parts: Pick<SystemParts, 'client'>,
  look: Looking,
  service: ServiceName,
  processes: Promise<readonly RunningProcess[]>,
  request: RequestContext,
): Promise<Told> => {
  const [status, parked] = await Promise.all([
    askPart(parts, operationsOf(service).getStatus, request),
    parkedIn(parts, service, request),
  ]);
  if (isRefusal(status)) throw new Error(`${service} cannot say how it is: ${status.refused}`);
  const { readModels, reactions, isDatabaseThere } = status.output;
  if (!isDatabaseThere) look.note('MongoDB', 'MongoDB does not answer');
  const running = await processes;
  return {
    read_models: readModels.map(({ name, state, reason, behind, parked }) => ({
      service,
      name,
      state,
      reason,
      behind,
      parked,
      rebuilding: rebuildOf(running, service, name),
    })),
    reactions: reactions.map(({ name, state, behind, parked, oldestParkedAt, expired }) => ({
      service,
      name,
      state,
      reason: null,
      behind,
      parked,
      expired,
      oldest_parked_at: oldestParkedAt,
    })),
    parked,
  };
};

/** Asks all services at once. */
export const askServices = async (
  parts: Pick<SystemParts, 'client'>,
  look: Looking,
  processes: Promise<readonly RunningProcess[]>,
  request: RequestContext,
): Promise<Told> => {
  const told = await Promise.all(
    SERVICE_NAMES.map((service) =>
      look.at(service, NOTHING, () => askOne(parts, look, service, processes, request)),
    ),
  );
  return {
    read_models: told.flatMap(({ read_models }) => read_models),
    reactions: told.flatMap(({ reactions }) => reactions),
    parked: told.flatMap(({ parked }) => parked).sort((a, b) => (a.parked_at < b.parked_at ? -1 : 1)),
  };
};
