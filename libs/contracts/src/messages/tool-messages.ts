// The gateway's requests for outside assistants: the owner of an access token, the tools that it opens, and a tool call.
import { z } from 'zod';
import { accessScopes } from '../http/access-token-routes.ts';
import { user } from '../http/auth-routes.ts';
import type { LimitName } from '../http/limits.ts';
import { id, type Message } from '../http/route.ts';

/** The largest input of a tool, a JSON object. */
export const TOOL_INPUT_BYTES_MAX = 1024 * 1024;

/** The user's limits count these tools too: what they start is the same. */
export const LIMIT_OF_TOOL: ReadonlyMap<string, LimitName> = new Map([
  ['run_backtest', 'runs'],
  ['start_study', 'runs'],
  ['check_strategy', 'checks'],
  ['coin_statistics', 'checks'],
]);

export const TOOL_MESSAGES = {
  /** The user of an access token, and what it allows; null when it is unknown, has expired or was revoked. */
  getAccess: {
    service: 'auth',
    kind: 'query',
    name: 'get-access',
    input: z.strictObject({ token_id: id }),
    output: z.object({ access: z.object({ user, scopes: accessScopes }).nullable() }),
  },
  /** The tools that these scopes open; `input` is a JSON schema. */
  listTools: {
    service: 'agent',
    kind: 'query',
    name: 'list-tools',
    input: z.strictObject({ scopes: accessScopes }),
    output: z.object({
      tools: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          input: z.record(z.string(), z.unknown()),
          changes_something: z.boolean(),
        }),
      ),
    }),
  },
  /** Calls a tool for the user of an access token. Its answer is a stream of one event; a reader that leaves ends the call. */
  callTool: {
    service: 'agent',
    kind: 'command',
    name: 'call-tool',
    input: z.strictObject({
      call_id: id,
      token_id: id,
      scopes: accessScopes,
      tool: z.string().max(64),
      input: z.unknown(),
    }),
    output: z.object({
      content: z.string(),
      has_failed: z.boolean(),
      cost_vut: z.number(),
      /** The call's additions to the streams. */
      growth: z.object({ events: z.int(), bytes: z.int() }).optional(),
    }),
  },
} as const satisfies Record<string, Message>;
