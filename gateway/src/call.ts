// One API request on its way to a service: its checked input, whose it is, and how to ask services on its behalf.
import { isRefusal, type Message, type Refusal, ROUTES, type RouteName, refuse } from '@tradeium/contracts';
import type { Answer, RequestClient } from '@tradeium/service-kit';
import type { Request, Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import type { z } from 'zod';
import type { KnownWritesBySession } from './read-your-writes.ts';
import { scopeOf } from './request-scope.ts';
import type { Session } from './session.ts';
import type { SessionToken } from './session-token.ts';

/** Sends a command or query on behalf of the request; a query waits for what its session has written before. */
export type Ask = <Input extends z.ZodType, Output extends z.ZodType>(
  message: Message<Input, Output>,
  input: z.input<Input>,
  options?: {
    timeoutMs?: number;
    /** Whose request it is, where the route asks for no session. */
    as?: SessionToken;
  },
) => Promise<Answer<z.output<Output>> | Refusal>;

export type Call<Name extends RouteName = RouteName> = {
  readonly name: Name;
  readonly input: z.output<(typeof ROUTES)[Name]['input']>;
  readonly session: Session | undefined;
  readonly commandId: string;
  readonly request: Request;
  readonly response: Response;
  readonly ask: Ask;
};

const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * The id by which a command is done once: the client's `Idempotency-Key`, scoped so that it meets neither another
 * user's nor another route's, else one of this request alone.
 */
export const commandIdOf = (
  key: string | string[] | undefined,
  name: RouteName,
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

/** Where a request comes from; an IPv6 address as its network, which one household or company has for itself. */
const clientOf = ({ ip, headers }: Request) => ({
  address: ipKeyGenerator(ip ?? 'unknown'),
  userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX),
});

/** Makes `ask` for a request. */
export const askOf = (
  parts: { client: RequestClient; writes: KnownWritesBySession },
  call: { name: RouteName; request: Request; response: Response; commandId: string },
): Ask => {
  const { name, request, response, commandId } = call;
  const { requestId, session } = scopeOf(response);
  const client = ROUTES[name].tag === 'auth' ? { client: clientOf(request) } : {};
  const { traceparent } = request.headers;
  const traceParent = typeof traceparent === 'string' ? traceparent : undefined;
  return async (message, input, { as, timeoutMs } = {}) => {
    const after = session && message.kind === 'query' ? parts.writes.of(session.id) : undefined;
    const context = {
      commandId,
      correlationId: requestId,
      ...(session && { userId: session.user.id, sessionId: session.id }),
      ...(as && { userId: as.userId, sessionId: as.sessionId }),
      ...client,
      ...(after && { after }),
    };
    const options = { traceParent, ...(timeoutMs !== undefined && { timeoutMs }) };
    const result = await parts.client.request(message, input, context, options);
    if (session && !isRefusal(result) && result.written) parts.writes.note(session.id, result.written);
    return result;
  };
};
