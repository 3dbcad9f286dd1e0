// Which of a user's pages change with which event.
import type { RunEvent, WorkspaceEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { updatesOf } from './account-updates.ts';

type Event = WorkspaceEvent | RunEvent;

/** Nothing else in an event counts. */
const event = (type: Event['type']) => ({ type, data: { userId: 'ann', chatId: 'c1' } }) as Event;

const CASES: { readonly [Type in Event['type']]: readonly string[] } = {
  ChatCreated: ['chats'],
  ChatDuplicated: ['chats'],
  ChatRenamed: ['chats'],
  ChatDeleted: ['chats', 'favorites', 'links'],
  StrategyFileSaved: ['files of c1', 'chats'],
  StrategyFileRenamed: ['files of c1', 'favorites'],
  StrategyFileDeleted: ['files of c1', 'chats', 'favorites'],
  FolderRenamed: ['files of c1', 'favorites'],
  FolderNotesSaved: ['files of c1'],
  FolderDeleted: ['files of c1', 'favorites', 'links'],
  StudyDeleted: ['studies of c1'],
  ResultShared: ['links'],
  SharedLinkRevoked: ['links'],
  FavoriteAdded: ['favorites'],
  FavoriteRemoved: ['favorites'],
  RunAdmitted: [],
  RunSettled: [],
  WorkspaceErased: [],
  RunStarted: ['runs'],
  RunCompleted: ['runs', 'files of c1'],
  RunFailed: ['runs'],
  RunErased: [],
};

// spec: live.14
test.each(Object.entries(CASES))("%s updates its user's browsers: %j", (type, expected) => {
  const updates = updatesOf(event(type as Event['type']));
  expect(updates.every(({ userId }) => userId === 'ann')).toBe(true);
  expect(
    updates.map(({ topic, backtest_id }) => (backtest_id ? `${topic} of ${backtest_id}` : topic)),
  ).toEqual(expected);
});
