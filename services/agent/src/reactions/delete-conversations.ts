// Deletes the conversations of a deleted chat, and those of a deleted user.
import { setTimeout as delay } from 'node:timers/promises';
import type { UserEvent, WorkspaceEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { type Conversations, mustChange } from '../commands/change-conversation.ts';
import { type ConversationReference, conversationKey } from '../domain/conversation.ts';
import { conversationsIn, type TurnModel } from '../projections/turns.ts';
import type { Replies } from '../replies/replies.ts';

type Deps = {
  readonly conversations: Conversations;
  readonly turnModel: TurnModel;
  readonly replies: Pick<Replies, 'stop'>;
  /** Whether the read models catch up with the streams within the given time. */
  readonly caughtUp: (timeoutMs: number) => Promise<boolean>;
};

const CATCH_UP_MS = 20_000;

const STOP_WAIT_MS = 3_000;
const LOOK_EVERY_MS = 100;

/** Stops a reply that is being written, so that what came of it is charged. */
const stopActive = async (
  { conversations, replies }: Deps,
  { conversationId, agent }: ConversationReference,
): Promise<void> => {
  const deadlineMs = performance.now() + STOP_WAIT_MS;
  for (let isAsked = false; performance.now() < deadlineMs; isAsked = true) {
    const { state } = await conversations.load(conversationKey(conversationId, agent));
    if (!state.active) return;
    if (!isAsked) replies.stop(state.active.replyId);
    await delay(LOOK_EVERY_MS);
  }
};

const deleteAll = async (
  deps: Deps,
  which: Parameters<typeof conversationsIn>[1],
  { meta }: Pick<StoredEvent<unknown>, 'meta'>,
): Promise<void> => {
  if (!(await deps.caughtUp(CATCH_UP_MS))) throw new Error('the read models are behind');
  for (const data of await conversationsIn(deps.turnModel, which)) {
    const { conversationId, agent } = data;
    await stopActive(deps, data);
    const commandId = `delete:${conversationId}:${agent}`;
    await mustChange(deps, data, { type: 'DeleteConversation', data }, { commandId, ...idsCausedBy(meta) });
  }
};

/** Handles one event of a workspace. */
export const deleteWithChats =
  (deps: Deps) =>
  async (stored: StoredEvent<WorkspaceEvent>): Promise<void> => {
    const { type, data } = stored.event;
    if (type === 'ChatDeleted') await deleteAll(deps, { chatIds: [data.chatId] }, stored);
    if (type === 'WorkspaceErased') await deleteAll(deps, { chatIds: data.chatIds }, stored);
  };

/** Handles one event of an account. */
export const deleteWithUser =
  (deps: Deps) =>
  async (stored: StoredEvent<UserEvent>): Promise<void> => {
    const { type, data } = stored.event;
    if (type === 'UserDeleted') await deleteAll(deps, { userId: data.userId }, stored);
  };
