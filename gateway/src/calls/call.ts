// One API request on its way to a service: its checked input, its session, and how it calls services.
import {
  isRefusal,
  type Message,
  type Refusal,
  type ROUTES,
  type Route,
  type RouteName,
  refuse,
} from '@tradeium/contracts';
import type { Growth } from '@tradeium/event-store';
import type { Answer, RequestClient, RequestContext } from '@tradeium/service-kit';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { GrowthBudget } from '../limits/growth-budget.ts';
import { addressOf } from '../limits/limits.ts';
import { scopeOf } from '../requests/request-scope.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionToken } from '../sessions/session-token.ts';
import type { SessionsWrites } from './read-your-writes.ts';

/** Sends a command or query for the request. A query sees its session's earlier writes. */
export type Ask = <Input extends z.ZodType, Output extends z.ZodType>(
  message: Message<Input, Output>,
  input: z.input<Input>,
  options?: {
    timeoutMs?: number;
    /** The session, on routes that don't require one. */
    as?: SessionToken;
    /** Who reads the stream that the message opens. */
    reader?: RequestContext['reader'];
    /** How far the reader of a stream is. */
    resumeAfter?: string | undefined;
  },
) => Promise<Answer<z.output<Output>> | Refusal>;

export type Call<Name extends RouteName = RouteName> = {
  readonly name: Name;
  readonly route: Route;
  readonly input: z.output<(typeof ROUTES)[Name]['input']>;
  readonly session: Session | undefined;
  readonly commandId: string;
  readonly request: Request;
  readonly response: Response;
  readonly ask: Ask;
};

const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * The id that makes a command count once: the client's `Idempotency-Key`, scoped to user and route, else `fallback`.
 */
export const commandIdOf = (
  key: string | string[] | undefined,
  name: string,
  userId: string | undefined,
  fallback: string,
): string | Refusal => {
  if (key === undefined) return fallback;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return `${userId ?? 'public'}:${name}:${key}`;
  return refuse('INVALID_REQUEST', {
    problem: 'Idempotency-Key: 1 to 100 letters, digits, hyphens and underscores',
  });
};

const USER_AGENT_LENGTH_MAX = 300;

/** Where a request comes from. */
const clientOf = (request: Request) => ({
  address: addressOf(request),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX),
});

/** Makes `ask` for a request. */
export const askOf = (
  parts: { client: RequestClient; writes: SessionsWrites; growth: GrowthBudget },
  call: { route: Route; request: Request; response: Response; commandId: string },
): Ask => {
  const { route, request, response, commandId } = call;
  const { requestId, session } = scopeOf(response);
  // Attempts at passwords are counted by where they come from, also an operator's confirmations.
  const client = ['auth', 'admin'].includes(route.tag) ? { client: clientOf(request) } : {};
  const { traceparent } = request.headers;
  const traceParent = typeof traceparent === 'string' ? traceparent : undefined;
  return async (message, input, { as, timeoutMs, reader, resumeAfter } = {}) => {
    const after = session && message.kind === 'query' ? parts.writes.of(request, session.id) : undefined;
    const context = {
      commandId,
      correlationId: requestId,
      ...(session && { userId: session.user.id, sessionId: session.id }),
      ...(as && { userId: as.userId, sessionId: as.sessionId }),
      ...client,
      ...(after && { after }),
      ...(reader && { reader }),
      ...(resumeAfter !== undefined && { resumeAfter }),
    };
    const options = {
      traceParent,
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(session && { onGrowth: (growth: Growth) => parts.growth.spend(session.user.id, growth) }),
    };
    const result = await parts.client.request(message, input, context, options);
    if (session && !isRefusal(result) && result.written)
      parts.writes.note(response, session.id, result.written);
    return result;
  };
};
