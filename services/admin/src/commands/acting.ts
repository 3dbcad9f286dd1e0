// Checks that a caller may act now: the role of this moment and, where it matters, the password or code.
import { randomUUID } from 'node:crypto';
import { isRefusal, MESSAGES, type OperatorRole, type Refusal, refuse } from '@tradeium/contracts';
import type { DataKeys, RequestClient, RequestContext } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';

/** The stores and clients that acting works with. */
export type Acting = {
  readonly actions: Stores['actions'];
  readonly client: Pick<RequestClient, 'request'>;
  readonly sealing: Pick<DataKeys, 'find'>;
};

/** The facts about the caller that another service may need. */
export const callerOf = ({ userId, sessionId, client, correlationId, commandId }: RequestContext) => ({
  ...(userId !== undefined && { userId }),
  ...(sessionId !== undefined && { sessionId }),
  ...(client !== undefined && { client }),
  correlationId,
  causationId: commandId,
});

/** The role that an account has now; null for none. */
export const roleOf = async (
  { client }: Pick<Acting, 'client'>,
  userId: string,
  request: RequestContext,
): Promise<{ readonly role: OperatorRole | null } | Refusal> => {
  const context = { ...callerOf(request), commandId: request.commandId };
  const found = await client.request(MESSAGES.getRole, { userId }, context);
  return isRefusal(found) ? found : found.output;
};

/**
 * The calling admin's id, or why not: FORBIDDEN for everybody else. The gateway has checked the role too, but it may have been
 * taken since.
 */
export const actorOf = async (
  parts: Pick<Acting, 'client'>,
  request: RequestContext,
): Promise<string | Refusal> => {
  const { userId } = request;
  if (userId === undefined) return refuse('UNAUTHORIZED');
  const found = await roleOf(parts, userId, request);
  if (isRefusal(found)) return found;
  return found.role === 'admin' ? userId : refuse('FORBIDDEN');
};

export type Confirmation = { readonly password?: string | undefined; readonly code?: string | undefined };

/** Has auth check the password or the code; each attempt counts. */
export const confirm = async (
  { client }: Pick<Acting, 'client'>,
  { password, code }: Confirmation,
  request: RequestContext,
): Promise<Refusal | undefined> => {
  const given = { ...(password !== undefined && { password }), ...(code !== undefined && { code }) };
  const context = { ...callerOf(request), commandId: `confirm:${randomUUID()}` };
  const confirmed = await client.request(MESSAGES.confirmOperator, given, context);
  return isRefusal(confirmed) ? confirmed : undefined;
};
