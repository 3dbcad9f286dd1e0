// Does something to a user's account: ordered on disk, sent to the service that owns it, and ended on disk.
import { ERRORS, type ErrorCode, isRefusal, type Refusal, refusalOfWord, refuse } from '@tradeium/contracts';
import type { Written } from '@tradeium/event-store';
import { type Answer, answer, type RequestContext } from '@tradeium/service-kit';
import type { Action, KnownAction, OrderedAction } from '../domain/action.ts';
import { ACTIONS, type OwnersCommand } from '../domain/action-rules.ts';
import { sentenceOf } from '../domain/action-sentences.ts';
import { type Acting, actorOf, type Confirmation, callerOf, confirm, roleOf } from './acting.ts';
import { actionIdOf, endAction, orderAction, type Wanted } from './change-action.ts';

export type ActionAnswer = {
  readonly message: string;
  readonly action_id: string;
  readonly changed: boolean;
};

/** An operator's order for an account, and how it is confirmed. */
export type Order = Wanted & { readonly subjectId: string; readonly confirmation?: Confirmation };

type Done = { readonly changed: boolean };

/** Another attempt with the same id may succeed; every other refusal ends the action. */
const isTemporary = ({ refused }: Refusal): boolean => {
  const { status } = ERRORS[refused];
  const isLimit = status === 429 && refused !== 'TOO_MANY_MAILS';
  return status >= 500 || isLimit || refused === 'CONCURRENT_CHANGE';
};

/** The meaning of the owner's words here. */
const OWN_WORDS: Partial<Record<ErrorCode, ErrorCode>> = {
  NOT_FOUND: 'USER_NOT_FOUND',
  OPERATION_UNKNOWN: 'GRANT_NOT_FOUND',
};

/** Sends the command of an action: always with the same ids, so that its owner does it once. */
const sendCommand = async (
  { client }: Pick<Acting, 'client'>,
  { kind, actionId }: OrderedAction,
  { message, input, hasChanged }: OwnersCommand,
  request: RequestContext,
): Promise<Done | Refusal> => {
  const context = { ...callerOf(request), commandId: `admin:${actionId}` };
  const result = await client.request(message, input, context);
  if (!isRefusal(result)) return { changed: hasChanged(result.output) };
  // Only this action has these ids: it was done before, and its words can no longer be read.
  if (result.refused === 'COMMAND_ID_REUSED') return { changed: true };
  // The grant was taken back by another action, so nothing is left to do.
  if (kind === 'reverse-grant' && result.refused === 'REFUND_EXCEEDS_CHARGE') return { changed: false };
  return refuse(OWN_WORDS[result.refused] ?? result.refused, result.data);
};

const answerTo = (action: Action, written: Written): Answer<ActionAnswer> | Refusal => {
  if (action.status === 'refused') return refusalOfWord(action.refused, action.data, 'OPERATION_REFUSED');
  // An end that is on disk is in the state.
  if (action.status !== 'completed') return refuse('SERVICE_UNAVAILABLE');
  const { actionId, changed } = action;
  const message = changed ? sentenceOf({ ...action, state: action.status }) : 'Nothing was left to do';
  return answer({ message, action_id: actionId, changed }, written);
};

/** Has the owner do what is ordered, unless that has ended, and answers how it ended. */
const carryOut = async (
  parts: Pick<Acting, 'actions' | 'client'>,
  { action, written }: { readonly action: KnownAction; readonly written: Written },
  request: RequestContext,
): Promise<Answer<ActionAnswer> | Refusal> => {
  if (action.status !== 'ordered') return answerTo(action, written);
  const { kind, subjectId } = action;
  const command = subjectId === null ? undefined : ACTIONS[kind].command?.({ ...action, subjectId });
  // An action on the system itself stops with its process.
  const done = command ? await sendCommand(parts, action, command, request) : refuse('JOB_INTERRUPTED');
  if (isRefusal(done) && isTemporary(done)) return done;
  const ended = await endAction(parts.actions, action.actionId, done, request);
  return isRefusal(ended) ? ended : answerTo(ended.state, ended.written);
};

/** Refuses an action that may not be ordered: the account must exist, and the operator confirm it where that is demanded. */
const refusedOrder = async (
  parts: Acting,
  { kind, details, subjectId, confirmation = {} }: Order,
  request: RequestContext,
): Promise<Refusal | undefined> => {
  // Every account has a key from its registration until it is erased.
  if (!(await parts.sealing.find(subjectId))) return refuse('USER_NOT_FOUND');
  return ACTIONS[kind].needsConfirmation(details) ? confirm(parts, confirmation, request) : undefined;
};

/**
 * Does it, once for each command id, and answers how it ended; a repeated command gets the first end, and goes on with what
 * has none. Refuses with FORBIDDEN unless the caller is an admin now, OWN_ACCOUNT, USER_NOT_FOUND, CONFIRMATION_REQUIRED and
 * CONFIRMATION_WRONG, COMMAND_ID_REUSED, and with what the owner refuses. While the owner cannot answer, the action stays
 * ordered and the refusal is SERVICE_UNAVAILABLE: the same command goes on with it, and so does `finish`.
 */
export const act = async (
  parts: Acting,
  order: Order,
  request: RequestContext,
): Promise<Answer<ActionAnswer> | Refusal> => {
  const { confirmation: _, ...wanted } = order;
  const actorId = await actorOf(parts, request);
  if (isRefusal(actorId)) return actorId;
  if (order.subjectId === actorId && !ACTIONS[order.kind].mayBeOwn) return refuse('OWN_ACCOUNT');
  const known = await parts.actions.load(actionIdOf(request));
  const refused = known.state.status === 'unknown' ? await refusedOrder(parts, order, request) : undefined;
  if (refused) return refused;
  const ordered = await orderAction(parts.actions, actorId, wanted, request);
  if (isRefusal(ordered)) return ordered;
  const { state: action, written } = ordered;
  return action.status === 'unknown'
    ? refuse('ACTION_NOT_FOUND')
    : carryOut(parts, { action, written }, request);
};

/** Why this admin may not go on with it, or it was ordered by somebody who is no admin any more. */
const refusedFinish = async (
  parts: Pick<Acting, 'client'>,
  { status, kind, subjectId, actorId: ordererId }: KnownAction,
  actorId: string,
  request: RequestContext,
): Promise<Refusal | undefined> => {
  if (status !== 'ordered') return undefined;
  if (subjectId === actorId && !ACTIONS[kind].mayBeOwn) return refuse('OWN_ACCOUNT');
  if (ordererId === actorId) return undefined;
  const role = await roleOf(parts, ordererId, request);
  if (isRefusal(role)) return role;
  return role.role === 'admin' ? undefined : refuse('ORDER_OUTDATED');
};

/**
 * Goes on with an action whose end is not on disk; one that has ended stays as it is. An action on the system ends as
 * JOB_INTERRUPTED. Refuses with FORBIDDEN, ACTION_NOT_FOUND, OWN_ACCOUNT, and ORDER_OUTDATED while its orderer is no
 * admin.
 */
export const finish = async (
  parts: Pick<Acting, 'actions' | 'client'>,
  actionId: string,
  request: RequestContext,
): Promise<Answer<ActionAnswer> | Refusal> => {
  const actorId = await actorOf(parts, request);
  if (isRefusal(actorId)) return actorId;
  const { state: action, sequence } = await parts.actions.load(actionId);
  if (action.status === 'unknown') return refuse('ACTION_NOT_FOUND');
  const refused = await refusedFinish(parts, action, actorId, request);
  return refused ?? carryOut(parts, { action, written: { context: 'admin', sequence } }, request);
};
