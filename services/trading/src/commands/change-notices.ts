// Executes a command on a user's notices, for requests, reactions and activities alike.
import type { NoticeEvent, Refusal } from '@tradeium/contracts';
import type { Aggregates, CommandIds } from '@tradeium/event-store';
import type { Written } from '@tradeium/service-kit';
import { decideNotices, type NoticeCommand, type Notices } from '../domain/notices.ts';

export type NoticeStore = Aggregates<Notices, NoticeEvent>;

export type NoticesChange = {
  readonly notices: Notices;
  readonly events: readonly NoticeEvent[];
  readonly written: Written;
};

/** Decides and appends; repeating the command id changes nothing and answers the same. */
export const changeNotices = async (
  { notices }: { readonly notices: NoticeStore },
  command: NoticeCommand,
  { commandId, correlationId, causationId }: Omit<CommandIds, 'userId'>,
  /** The request, where the command also holds what differs with every attempt. */
  asked: object = command,
): Promise<NoticesChange | Refusal> => {
  const { userId } = command;
  const outcome = await notices.execute(
    userId,
    { commandId, input: asked, userId, correlationId, causationId },
    (state, now) => decideNotices(command, state, now),
  );
  if (!outcome.ok) return outcome.refusal;
  return {
    notices: outcome.state,
    events: outcome.events,
    written: { context: 'trading', sequence: outcome.sequence },
  };
};
