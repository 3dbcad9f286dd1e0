// Does something to the system itself, such as a rebuild, and records it as an operator's action.
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import { type Answer, answer, isOutage, type RequestContext } from '@tradeium/service-kit';
import { sentenceOf } from '../domain/action-sentences.ts';
import { type Acting, actorOf } from './acting.ts';
import { endAction, orderAction, type Wanted } from './change-action.ts';

/** The result of the work: whether it changed anything, and what the route answers in addition. */
export type Done<Extra extends object> = { readonly changed: boolean; readonly extra: Extra };

type Recorded<Extra extends object> = Extra & {
  readonly message: string;
  readonly action_id: string;
  readonly changed: boolean;
};

const failure = (cause: unknown): Refusal => refuse(isOutage(cause) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL');

/**
 * Orders the action, does the work, and notes its end: completed, or refused with the work's own refusal, or with
 * INTERNAL or SERVICE_UNAVAILABLE when it throws. FORBIDDEN for everybody but admins. A repeated command does the work
 * again, which changes nothing that is done already, and is one action.
 */
export const recorded = async <Extra extends object>(
  parts: Pick<Acting, 'actions' | 'client'>,
  wanted: Omit<Wanted, 'description'> & { readonly subjectId: null },
  request: RequestContext,
  work: () => Promise<Done<Extra> | Refusal>,
): Promise<Answer<Recorded<Extra>> | Refusal> => {
  const actorId = await actorOf(parts, request);
  if (isRefusal(actorId)) return actorId;
  const ordered = await orderAction(parts.actions, actorId, wanted, request);
  if (isRefusal(ordered)) return ordered;
  if (ordered.state.status === 'unknown') return refuse('ACTION_NOT_FOUND');
  const { actionId } = ordered.state;
  const done = await work().catch(async (cause: unknown) => {
    await endAction(parts.actions, actionId, failure(cause), request);
    throw cause;
  });
  const ended = await endAction(parts.actions, actionId, done, request);
  if (isRefusal(done)) return done;
  if (isRefusal(ended)) return ended;
  const { changed, extra } = done;
  return answer(
    {
      ...extra,
      message: sentenceOf({ ...wanted, state: 'completed', changed }),
      action_id: actionId,
      changed,
    },
    ended.written,
  );
};
