// Commands and queries between services that are not HTTP routes.
import { z } from 'zod';
import { AGENT_MESSAGES } from './agent-messages.ts';
import { AUTH_MESSAGES } from './auth-messages.ts';
import { CREDITS_MESSAGES } from './credits-messages.ts';
import type { Message } from './http/route.ts';
import { id } from './http/route.ts';
import { executeInput, executeResponse } from './http/run-routes.ts';
import { OPERATOR_MESSAGES } from './operator-messages.ts';
import type { ServiceName } from './services.ts';
import { STRATEGY_MESSAGES } from './strategy-messages.ts';
import { TOOL_MESSAGES } from './tool-messages.ts';
import { TRADING_MESSAGES } from './trading-messages.ts';

const message = <Input extends z.ZodType, Output extends z.ZodType>(init: Message<Input, Output>) => init;

export const MESSAGES = {
  ...AUTH_MESSAGES,
  ...CREDITS_MESSAGES,
  /** The message of the route `executeBacktest`: starts a run and answers at once; the same id means the same run. */
  startRun: message({
    service: 'backtest',
    kind: 'command',
    name: 'start-run',
    input: executeInput,
    output: z.object({ run_id: id }),
  }),
  /** Waits until a run has ended, `waitMs` at most; `result` is null when it still runs. */
  awaitRun: message({
    service: 'backtest',
    kind: 'query',
    name: 'await-run',
    input: z.strictObject({ run_id: id, waitMs: z.int().min(0).max(20_000) }),
    output: z.object({ result: executeResponse.nullable() }),
  }),
  ...STRATEGY_MESSAGES,
  ...AGENT_MESSAGES,
  ...TOOL_MESSAGES,
  ...TRADING_MESSAGES,
  ...OPERATOR_MESSAGES,
} as const satisfies Record<string, Message>;

/** Everything that a service stores about the calling user, for the export of an account. */
export const exportOf = <Service extends ServiceName>(service: Service) =>
  message({
    service,
    kind: 'query',
    name: 'export-user-data',
    input: z.strictObject({}),
    output: z.record(z.string(), z.unknown()),
  });

const readModelStatus = z.object({
  name: z.string(),
  /** What it is doing, or why it is not up to date. */
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
  /** Events that wait for a newer program; absent in the answer of a program from before they were counted apart. */
  newer: z.int().optional(),
  /** Events that were too old to act on. */
  expired: z.int(),
});

/** Operators' messages to every service with read models or reactions. */
export const operationsOf = <Service extends ServiceName>(service: Service) =>
  ({
    getStatus: message({
      service,
      kind: 'query',
      name: 'get-status',
      input: z.strictObject({}),
      output: z.object({ readModels: z.array(readModelStatus), reactions: z.array(reactionStatus) }),
    }),
    /** Rebuilds a read model from the first event while the live one is served; answers after the swap. */
    rebuildReadModel: message({
      service,
      kind: 'command',
      name: 'rebuild-read-model',
      input: z.strictObject({ name: z.string().max(50) }),
      output: z.object({ rebuilt: z.literal(true) }),
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

/** On core NATS: a user's roles have changed, so cached sessions of the user are stale. */
export const rolesChangedSubject = (userId: string): string => `updates.roles.${userId}`;
