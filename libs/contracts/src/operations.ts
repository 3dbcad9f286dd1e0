// Operators' messages to every service, and what each running process answers about itself.
import { z } from 'zod';
import { jobProgress } from './http/admin-shapes.ts';
import type { Message } from './http/route.ts';
import type { ServiceName } from './services.ts';

const message = <Input extends z.ZodType, Output extends z.ZodType>(init: Message<Input, Output>) => init;

const readModelStatus = z.object({
  name: z.string(),
  /** Its present work, or why it is not up to date. */
  state: z.string(),
  reason: z.string().nullable(),
  /** The maximum number of commits that it lacks. */
  behind: z.int(),
  /** Events that it could not apply; null while unknown. */
  parked: z.int().nullable(),
});

const reactionStatus = z.object({
  name: z.string(),
  state: z.string(),
  /** The maximum number of unfinished commits. */
  behind: z.int(),
  /** Parked events that wait for a retry, and since when the oldest waits. */
  parked: z.int(),
  oldestParkedAt: z.iso.datetime().nullable(),
  /** Events that wait for a newer program. */
  newer: z.int(),
  /** Events that were too old to act on. */
  expired: z.int(),
});

const PARKED_MAX = 100;

const parkedEvent = z.object({
  /** The read model or reaction that could not handle it. */
  name: z.string(),
  stream: z.string(),
  sequence: z.int(),
  type: z.string(),
  /** Why, in one line. */
  reason: z.string(),
  parkedAt: z.iso.datetime(),
  /** A read model applies it only when it is rebuilt; a reaction does not act on what has expired. */
  canRetry: z.boolean(),
});
export type ParkedEventStatus = z.infer<typeof parkedEvent>;

/** Operators' messages to every service with read models or reactions. */
export const operationsOf = <Service extends ServiceName>(service: Service) =>
  ({
    getStatus: message({
      service,
      kind: 'query',
      name: 'get-status',
      input: z.strictObject({}),
      output: z.object({
        readModels: z.array(readModelStatus),
        reactions: z.array(reactionStatus),
        /** The abilities of the process that answers, each `ok` or why not. */
        capabilities: z.record(z.string(), z.string()),
        /** True if its database answers; true for a service without one. */
        isDatabaseThere: z.boolean(),
      }),
    }),
    /** Parked events with the reason: the oldest of each read model and reaction, `PARKED_MAX` in all. */
    listParked: message({
      service,
      kind: 'query',
      name: 'list-parked',
      input: z.strictObject({}),
      output: z.object({ parked: z.array(parkedEvent).max(PARKED_MAX) }),
    }),
    /** Rebuilds a read model from the first event while the live one is served; answers after the swap. */
    rebuildReadModel: message({
      service,
      kind: 'command',
      name: 'rebuild-read-model',
      input: z.strictObject({ name: z.string().max(50) }),
      output: z.object({ rebuilt: z.literal(true) }),
    }),
    /** The same, as a stream of what is done; the rebuild is given up when its reader leaves. */
    rebuildWithProgress: message({
      service,
      kind: 'command',
      name: 'rebuild-with-progress',
      input: z.strictObject({ name: z.string().max(50) }),
      output: jobProgress,
    }),
    /** Retries parked events of reactions. */
    retryParked: message({
      service,
      kind: 'command',
      name: 'retry-parked',
      input: z.strictObject({}),
      output: z.object({ handled: z.int(), remaining: z.int() }),
    }),
  }) as const;

/** On core NATS: every process of services and gateway answers, not one of each queue group. */
export const PROCESSES_SUBJECT = 'processes.list';

/** A process's answer. `rebuilding`: the read models that it is rebuilding, with the messages that are done. */
export const runningProcess = z.object({
  service: z.string(),
  id: z.string(),
  version: z.string(),
  startedAt: z.iso.datetime(),
  rebuilding: z.array(z.object({ name: z.string(), done: z.int(), of: z.int() })),
});
export type RunningProcess = z.infer<typeof runningProcess>;
