// The write side of the store: executes commands on aggregates and loads their states.
import { type Refusal, refuse } from '@tradeium/contracts';
import { LRUCache } from 'lru-cache';
import type { NatsConnection } from 'nats';
import type { Log } from '../pacing/log.ts';
import { createSerialQueue } from '../pacing/serial-queue.ts';
import { identityOf } from '../streams/bus-identity.ts';
import { watchConnection } from '../streams/connection-watch.ts';
import { isNatsOutage } from '../streams/nats-outage.ts';
import { ownerOf } from '../streams/origins.ts';
import { NewerEvent } from '../streams/read-event.ts';
import type { AggregateDefinition } from './aggregate-definition.ts';
import { aggregateMessages } from './aggregate-messages.ts';
import { type Changes, changesBy } from './change.ts';
import { type AnyEvent, type Command, type Decide, execute, type Outcome } from './execute.ts';
import { noteGrowth } from './growth.ts';
import { type KnownAggregate, sizeOf } from './known-aggregate.ts';
import { createLoader } from './load-aggregate.ts';
import { openSnapshots } from './snapshot.ts';

export type Aggregates<State, Event, Intent = never> = Changes<State, Event, Intent> & {
  /**
   * Executes a decision on one aggregate, at most once however often it is sent. Resolves when its events are on the
   * disk. Refuses with the refusal of `decide`, COMMAND_ID_REUSED, CONCURRENT_CHANGE, or SERVICE_UNAVAILABLE (then it
   * may or may not be written: send the same command again). Rejects only on a bug.
   */
  execute(id: string, command: Command, decide: Decide<State, Event>): Promise<Outcome<State, Event>>;
  /** The newest state and the sequence of the last commit, 0 when there is none. Rejects when NATS is down. */
  load(id: string): Promise<{ state: State; sequence: number }>;
};

type AggregatesOf<Definition> =
  Definition extends AggregateDefinition<infer State, infer Event, infer Intent>
    ? Aggregates<State, Event, Intent>
    : never;

/** The aggregates of a service by name, of their definitions. */
export type StoresOf<Definitions extends object> = {
  readonly [Name in keyof Definitions]: AggregatesOf<Definitions[Name]>;
};

/** The result of a change that is not refused. */
export type ChangeOf<Store extends { change(...args: never): Promise<unknown> }> = Exclude<
  Awaited<ReturnType<Store['change']>>,
  Refusal
>;

export type CacheLimits = {
  /** The maximum number of aggregates in the cache. */
  readonly count: number;
  /** The maximum size of their states as JSON; in memory they take two to three times as much. */
  readonly bytes: number;
};

const CACHE_LIMITS: CacheLimits = { count: 10_000, bytes: 32 * 1024 * 1024 };
const MAX_WAITING_PER_AGGREGATE = 1_000;

/** Opens one kind of aggregate. Its stream must exist (see `assertStream`). */
export const openAggregates = <State, Event extends AnyEvent, Intent = never>(
  { nc, log, now }: { nc: NatsConnection; log: Log; now: () => Date },
  definition: AggregateDefinition<State, Event, Intent>,
  limits: Partial<CacheLimits> = {},
): Aggregates<State, Event, Intent> => {
  const { context, name } = definition;
  const messages = aggregateMessages(nc, context);
  const loader = createLoader(definition, {
    messages,
    snapshots: openSnapshots(nc, ownerOf(context), log),
    log,
  });
  const { signatures } = identityOf(nc);
  const link = { jetstream: nc.jetstream(), connection: watchConnection(nc), signatures };
  const execution = { definition, loader, link, log, now };
  const { count, bytes } = { ...CACHE_LIMITS, ...limits };
  const cache = new LRUCache<string, { readonly known: KnownAggregate<State> }>({
    max: count,
    maxSize: bytes,
    sizeCalculation: ({ known }) => sizeOf(known),
  });
  const queue = createSerialQueue(MAX_WAITING_PER_AGGREGATE);

  /**
   * Runs `work` on a cached aggregate (`isFresh` false) or one loaded for it, and notes its new size. After a
   * failure the aggregate is dropped from the cache; after an outage it stays, as the server may come back behind it.
   */
  const withKnown = async <Result>(
    id: string,
    work: (known: KnownAggregate<State>, isFresh: boolean) => Promise<Result>,
  ): Promise<Result> => {
    const cached = cache.get(id)?.known;
    const known = cached ?? (await loader.load(id));
    // The cache measures only new values.
    const keep = () => cache.set(id, { known });
    try {
      const result = await work(known, cached === undefined);
      keep();
      return result;
    } catch (error) {
      if (isNatsOutage(error)) keep();
      else cache.delete(id);
      throw error;
    }
  };

  const executeNext = async (id: string, command: Command, decide: Decide<State, Event>) => {
    try {
      return await withKnown(id, (known, isFresh) =>
        execute(execution, { id, known, isFresh }, command, decide),
      );
    } catch (error) {
      // A newer version has written here; only one of its processes can decide.
      if (!isNatsOutage(error) && !(error instanceof NewerEvent)) throw error;
      log.error({ err: error, context, aggregate: name, id }, 'a command could not be executed');
      return { ok: false as const, refusal: refuse('SERVICE_UNAVAILABLE') };
    }
  };

  const loadNewest = (id: string) =>
    withKnown(id, async (known, isFresh) => {
      if (!isFresh) await loader.catchUp(id, known);
      return { state: known.state, sequence: known.sequence };
    });

  const executeInTurn: Aggregates<State, Event>['execute'] = async (id, command, decide) => {
    assertId(id);
    assertCommandId(command.commandId);
    const executed = queue.run(id, () => executeNext(id, command, decide));
    if (executed !== null) {
      const outcome = await executed;
      // Here, and not in the queue, which works for several callers.
      if (outcome.ok && outcome.bytes > 0)
        noteGrowth({ events: outcome.events.length, bytes: outcome.bytes });
      return outcome;
    }
    log.error({ context, aggregate: name, id }, 'too many commands wait for one aggregate');
    return { ok: false, refusal: refuse('SERVICE_UNAVAILABLE') };
  };

  return {
    ...changesBy(definition, executeInTurn),
    execute: executeInTurn,
    async load(id) {
      assertId(id);
      const loaded = queue.run(id, () => loadNewest(id));
      if (loaded === null) throw new Error(`too many commands wait for ${context}.${name}.${id}`);
      return loaded;
    },
  };
};

/** Ids become part of a subject, in which other characters have a meaning. */
const assertId = (id: string): void => {
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(id)) throw new TypeError(`not an aggregate id: ${JSON.stringify(id)}`);
};

/** Command ids become part of a header. */
const assertCommandId = (id: string): void => {
  if (!/^[\x21-\x7e]{1,200}$/.test(id)) throw new TypeError(`not a command id: ${JSON.stringify(id)}`);
};
