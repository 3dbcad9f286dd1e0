// Commands and queries between services that are not HTTP routes.
import { z } from 'zod';
import type { Message } from '../http/route.ts';
import { id } from '../http/route.ts';
import { executeInput, executeResponse } from '../http/run-routes.ts';
import type { ServiceName } from '../services.ts';
import { AGENT_MESSAGES } from './agent-messages.ts';
import { AUTH_MESSAGES } from './auth-messages.ts';
import { CREDITS_MESSAGES } from './credits-messages.ts';
import { OPERATOR_MESSAGES } from './operator-messages.ts';
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

/** On core NATS: a user's roles have changed, so cached sessions of the user are stale. */
export const rolesChangedSubject = (userId: string): string => `updates.roles.${userId}`;
