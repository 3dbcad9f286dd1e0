// The one way to start a service: it takes the service's lists and does everything else the same for all.
import type { Client } from '@temporalio/client';
import { type EventSealing, SERVICES, type ServiceDeclaration, type ServiceName } from '@tradeium/contracts';
import {
  type AggregateDefinition,
  type AnyProjection,
  type AnyReaction,
  openAggregates,
  type Projections,
  runReaction,
  type StoresOf,
} from '@tradeium/event-store';
import type { z } from 'zod';
import { type AccountUpdates, publishAccountUpdates } from '../messages/account-updates.ts';
import { type OutsideCalls, openOutsideCalls } from '../process/outside-calls.ts';
import { type Handler, serveRequests } from '../requests/request-server.ts';
import type { WaitForWrites } from '../requests/writes-seen.ts';
import { assertMasterKey, type DataKeys, openDataKeys } from '../sealing/data-keys.ts';
import { type MasterKeySettings, masterSecretsOf } from '../sealing/master-keys.ts';
import { lazyTemporalClient } from '../servers/temporal-client.ts';
import type { CommonConfig } from '../settings/config.ts';
import { openStreamHost, type StreamHost } from '../streams/stream-host.ts';
import { operationHandlers } from './operations.ts';
import { conditionsNow, openProjections } from './projections.ts';
import { type ProcessParts, startProcess } from './start-process.ts';
import { runWorkflows, type Workflows } from './workflows.ts';

type AnyEvent = { type: string; data: Record<string, unknown> };
type Reads = AnyProjection['reads'];

/**
 * The events that are read or written, with the keys to the users' words in them, except for a reader that does without
 * the words. Throws when there are such words and no keys.
 */
const withKeys = <Source extends Pick<Reads[number], 'name' | 'personal' | 'withoutWords'>>(
  source: Source,
  sealing: EventSealing | undefined,
): Source => {
  if (source.withoutWords) return source;
  if (!sealing && source.personal)
    throw new Error(
      `events of ${source.name} hold users' words: the service must say seals: true, or read them withoutWords`,
    );
  return sealing ? { ...source, sealing } : source;
};

const sealedReads = (reads: Reads, sealing: EventSealing | undefined): Reads =>
  reads.map((source) => withKeys(source, sealing)) as unknown as Reads;

/** The servers of others that a service may need. */
type OutsideName = Exclude<ServiceDeclaration['needs'][number], 'mongodb' | 'temporal'>;

type Definitions = Readonly<Record<string, object>>;

/** The inputs of a service's own parts. */
export type ServiceKit<
  Config,
  Defined extends Definitions,
  Seals extends boolean = boolean,
> = ProcessParts<Config> & {
  readonly aggregates: StoresOf<Defined>;
  readonly projections: Projections;
  /** A client of Temporal, which connects when it is first used. */
  readonly temporal: () => Promise<Client>;
  readonly waitForWrites: WaitForWrites;
  /** Hosts the streams of this process, those of its handlers included. */
  readonly streams: StreamHost;
  readonly now: () => Date;
  /** Where the results of calls to an outside server are noted, for /readyz; the manifest declares the server as needed. */
  readonly outside: (name: OutsideName) => OutsideCalls;
  /** The keys to users' words in events; undefined where the service has none. */
  readonly sealing: Seals extends true ? DataKeys : DataKeys | undefined;
};

/** A service as lists. Each function is called once, with what `parts` returns. */
export type ServiceDefinition<
  Schema extends z.ZodType,
  Defined extends Definitions,
  Parts,
  Seals extends boolean = false,
> = {
  /** The schema of its environment. */
  readonly config: Schema & (Seals extends true ? z.ZodType<MasterKeySettings> : unknown);
  /** It has events with users' words, which are sealed with each user's key. Its environment has the master keys. */
  readonly seals?: Seals;
  /** The kinds of aggregates that it owns, by their names in `parts`. */
  readonly aggregates: Defined;
  readonly projections?: readonly AnyProjection[];
  /** Opens the dependencies of its handlers, reactions and activities. */
  readonly parts: (kit: ServiceKit<z.output<Schema>, Defined, Seals>) => Parts | Promise<Parts>;
  readonly handlers: (parts: Parts) => readonly Handler[];
  readonly reactions?: (parts: Parts) => readonly AnyReaction[];
  readonly workflows?: Workflows<Parts>;
  readonly accountUpdates?: (parts: Parts) => AccountUpdates;
};

/** Starts a service of the manifest. It takes requests as soon as NATS answers, whatever else is down. */
export const startService = <
  Schema extends z.ZodType<CommonConfig>,
  const Defined extends Definitions,
  Parts,
  const Seals extends boolean = false,
>(
  name: ServiceName,
  definition: ServiceDefinition<Schema, Defined, Parts, Seals>,
): Promise<void> => {
  const { healthPort }: ServiceDeclaration = SERVICES[name];
  return startProcess({ name, config: definition.config, healthPort }, async (process) => {
    const kit = await openKit(name, process, definition);
    const parts = await definition.parts(kit);
    const { sealing } = kit;
    const declared = definition.reactions?.(parts) ?? [];
    const reactions = runReactions(
      kit,
      declared.map((reaction) => ({ ...reaction, reads: sealedReads(reaction.reads, sealing) })),
    );
    startAccountUpdates(kit, definition.accountUpdates?.(parts));
    runWorkflows(name, kit, definition.workflows, parts);
    const { nc, log, metrics, blobs, lifetime, projections, streams } = kit;
    metrics.watchReactions(() => Promise.all(reactions.map((reaction) => reaction.status())));
    metrics.watchReadModels(() => conditionsNow(projections));
    kit.presence.reportRebuilds(projections.conditions);
    const operations = operationHandlers(name, {
      projections,
      reactions,
      capabilities: kit.capabilities,
      log,
    });
    const server = serveRequests({
      nc,
      log,
      metrics,
      blobs,
      streams,
      waitForWrites: kit.waitForWrites,
      handlers: [...definition.handlers(parts), ...operations],
    });
    lifetime.onStop('requests', server.stop);
  });
};

/** The definition's type asks for the master keys where it seals. */
const openSealing = async <Seals extends boolean>(
  { nc, config }: ProcessParts<CommonConfig>,
  seals: Seals | undefined,
): Promise<ServiceKit<unknown, Definitions, Seals>['sealing']> => {
  const settings = config as CommonConfig & MasterKeySettings;
  if (seals) await assertMasterKey(nc, masterSecretsOf(settings));
  const sealing = seals ? await openDataKeys(nc, masterSecretsOf(settings)) : undefined;
  return sealing as ServiceKit<unknown, Definitions, Seals>['sealing'];
};

const openKit = async <Config extends CommonConfig, Defined extends Definitions, Seals extends boolean>(
  name: ServiceName,
  process: ProcessParts<Config>,
  {
    aggregates: defined,
    projections: declared = [],
    seals,
  }: Pick<
    ServiceDefinition<z.ZodType<Config>, Defined, never, Seals>,
    'aggregates' | 'projections' | 'seals'
  >,
): Promise<ServiceKit<Config, Defined, Seals>> => {
  const { nc, log, config, lifetime } = process;
  const now = () => new Date();
  const sealing = await openSealing(process, seals);
  const { context } = SERVICES[name];
  const opened = Object.entries(defined).map(([key, aggregate]) => [
    key,
    openAggregates({ nc, log, now }, withKeys(aggregate as AggregateDefinition<unknown, AnyEvent>, sealing)),
  ]);
  const aggregates = Object.fromEntries(opened) as StoresOf<Defined>;
  const projections = await openProjections(
    context,
    { ...process, now },
    declared.map((projection) => ({ ...projection, reads: sealedReads(projection.reads, sealing) })),
  );
  const temporal = lazyTemporalClient(config, lifetime);
  const streams = openStreamHost(process);
  const { waitFor: waitForWrites } = projections;
  const outside = reportOutside(name, process);
  return { ...process, aggregates, projections, temporal, waitForWrites, streams, now, outside, sealing };
};

/** Lists the outside servers that the manifest declares as needed. */
const reportOutside = <Config>(
  name: ServiceName,
  { capabilities }: ProcessParts<Config>,
): ServiceKit<Config, Definitions>['outside'] => {
  const { needs }: ServiceDeclaration = SERVICES[name];
  const servers = new Map<string, OutsideCalls>();
  for (const need of needs) {
    if (need === 'mongodb' || need === 'temporal') continue;
    const calls = openOutsideCalls(Date.now);
    servers.set(need, calls);
    capabilities.report(need, calls.status);
  }
  return (server) => {
    const calls = servers.get(server);
    if (!calls) throw new Error(`${name} does not declare that it needs ${server}`);
    return calls;
  };
};

const runReactions = <Config>(
  { nc, log, now, lifetime }: ServiceKit<Config, Definitions>,
  reactions: readonly AnyReaction[],
) =>
  reactions.map((reaction) => {
    const running = runReaction({ nc, log, now }, reaction);
    lifetime.onStop(`reaction ${reaction.name}`, running.stop);
    return running;
  });

const startAccountUpdates = <Config>(
  { nc, log, projections, lifetime, sealing }: ServiceKit<Config, Definitions>,
  updates: AccountUpdates | undefined,
): void => {
  if (!updates) return;
  const reads = sealedReads(updates.reads, sealing);
  const publishing = publishAccountUpdates({ nc, log, projections }, { ...updates, reads });
  lifetime.onStop('account updates', publishing.stop);
};
