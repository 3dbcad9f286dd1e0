// Orders and ends actions: the only writes of this service.
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import { type ChangeOf, idFrom } from '@tradeium/event-store';
import { KeyDestroyed, type RequestContext } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import type { ActionCommand, OrderedAction } from '../domain/action.ts';

/** The wanted action: everything that makes it this one and no other. */
export type Wanted = Pick<OrderedAction, 'kind' | 'details' | 'reason' | 'subjectId' | 'description'>;

type Result = ChangeOf<Stores['actions']> | Refusal;

/** The action of a command: a repeated command is the same action. */
export const actionIdOf = ({
  commandId,
  userId = '',
}: Pick<RequestContext, 'commandId' | 'userId'>): string => idFrom('action', userId, commandId);

/**
 * Orders an action, once; with the id of a command of other content COMMAND_ID_REUSED. USER_NOT_FOUND where the subject's
 * account was erased meanwhile: then nothing is written.
 */
export const orderAction = async (
  actions: Pick<Stores['actions'], 'change'>,
  actorId: string,
  wanted: Wanted,
  request: RequestContext,
): Promise<Result> => {
  const actionId = actionIdOf(request);
  const { commandId, correlationId } = request;
  const userId = wanted.subjectId ?? actorId;
  const order = { type: 'OrderAction', actionId, actorId, userId, ...wanted } as const;
  const ids = { commandId, correlationId, userId: actorId, input: wanted };
  return actions.change(actionId, order, ids).catch((cause: unknown) => {
    // The reason can no longer be sealed.
    if (!(cause instanceof KeyDestroyed)) throw cause;
    return refuse('USER_NOT_FOUND');
  });
};

/** Notes how an action ended: whether it changed anything, or why it was refused. The first end counts. */
export const endAction = (
  actions: Pick<Stores['actions'], 'change'>,
  actionId: string,
  end: { readonly changed: boolean } | Refusal,
  { userId, correlationId, commandId }: RequestContext,
): Promise<Result> => {
  const command: ActionCommand = isRefusal(end)
    ? { type: 'RefuseAction', ...end }
    : { type: 'CompleteAction', changed: end.changed };
  const ids = { commandId: `end:${actionId}`, userId, correlationId, causationId: commandId };
  return actions.change(actionId, command, ids);
};
