// Whether whoever acts may act now: the role of this moment, and who it is where that matters.
import { randomUUID } from 'node:crypto';
import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import type { DataKeys, RequestClient, RequestContext } from '@tradeium/service-kit';
import type { Actions } from './change-action.ts';

/** What acting works with. */
export type Acting = {
  readonly actions: Actions;
  readonly client: Pick<RequestClient, 'request'>;
  readonly sealing: Pick<DataKeys, 'find'>;
};

/** What of the caller another service may need to know. */
export const callerOf = ({ userId, sessionId, client, correlationId, commandId }: RequestContext) => ({
  ...(userId !== undefined && { userId }),
  ...(sessionId !== undefined && { sessionId }),
  ...(client !== undefined && { client }),
  correlationId,
  causationId: commandId,
});

/**
 * The calling admin's id, or why not: FORBIDDEN for everybody else. The gateway has checked the role too, but it may have been
 * taken since.
 */
export const actorOf = async (
  { client }: Pick<Acting, 'client'>,
  request: RequestContext,
): Promise<string | Refusal> => {
  const { userId, commandId } = request;
  if (userId === undefined) return refuse('UNAUTHORIZED');
  const found = await client.request(MESSAGES.getRole, { userId }, { ...callerOf(request), commandId });
  if (isRefusal(found)) return found;
  return found.output.role === 'admin' ? userId : refuse('FORBIDDEN');
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
