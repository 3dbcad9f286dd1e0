// An event of the workspace or of a run has a user's other tabs fetch something again.
import {
  type AccountUpdate,
  backtestEvents,
  type RunEvent,
  type StudyEvent,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { AccountUpdates, UserUpdate } from '@tradeium/service-kit';

type Event = WorkspaceEvent | RunEvent | StudyEvent;

/** An erased account has no user left to notify. */
const TOPICS: { readonly [Type in Event['type']]: readonly AccountUpdate['topic'][] } = {
  ChatCreated: ['chats'],
  ChatDuplicated: ['chats'],
  ChatRenamed: ['chats'],
  ChatDeleted: ['chats', 'favorites', 'links'],
  // The list of chats says which of them have strategies.
  StrategyFileSaved: ['files', 'chats'],
  StrategyFileRenamed: ['files', 'favorites'],
  StrategyFileDeleted: ['files', 'chats', 'favorites'],
  FolderRenamed: ['files', 'favorites'],
  FolderNotesSaved: ['files'],
  FolderDeleted: ['files', 'favorites', 'links'],
  StudyDeleted: ['studies'],
  ResultShared: ['links'],
  SharedLinkRevoked: ['links'],
  FavoriteAdded: ['favorites'],
  FavoriteRemoved: ['favorites'],
  RunAdmitted: [],
  RunSettled: [],
  WorkspaceErased: [],
  RunStarted: ['runs'],
  RunCompleted: ['runs', 'files'],
  RunFailed: ['runs'],
  RunErased: [],
  StudyStarted: ['studies'],
  StudyPointsProposed: [],
  StudyPointsComputed: ['studies'],
  StudyEnded: ['studies'],
  StudyErased: [],
};

/** The topics of one chat's data. */
const ofOneChat: readonly AccountUpdate['topic'][] = ['files', 'studies'];

export const updatesOf = ({ type, data }: Event): UserUpdate[] =>
  TOPICS[type].map((topic) => ({
    userId: data.userId,
    topic,
    backtest_id: ofOneChat.includes(topic) && 'chatId' in data ? data.chatId : null,
  }));

/** Which events change what users see of their workspace. */
export const accountUpdates = (): AccountUpdates => ({
  reads: [backtestEvents.workspace, backtestEvents.run, backtestEvents.study],
  updatesOf: (events) => (events as readonly StoredEvent<Event>[]).flatMap(({ event }) => updatesOf(event)),
});
