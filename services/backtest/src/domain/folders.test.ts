// Commands on result folders: what is allowed, and the events that follow.
import type { WorkspaceEvent } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { created, digest, folderOf, given, NOW, userId } from '../../fixtures/workspace-facts.ts';
import type { FolderOfRun } from './folders.ts';
import type { WorkspaceCommand } from './workspace.ts';

const inChat = { userId, chatId: 'c1' } as const;
const one = folderOf('run1-0001');
const two = folderOf('run2-0002');
const rename = (folder: FolderOfRun | null, name: string): WorkspaceCommand => ({
  type: 'RenameFolder',
  ...inChat,
  folder,
  name,
});
const renamed = ({ runId }: FolderOfRun, name: string): WorkspaceEvent => ({
  type: 'FolderRenamed',
  data: { ...inChat, runId, name },
});
const note = (folder: FolderOfRun | null, settings: string): WorkspaceCommand => ({
  type: 'SaveFolderNotes',
  ...inChat,
  folder,
  settings,
  size: 20,
});
const noted = ({ runId }: FolderOfRun, settings: string): WorkspaceEvent => ({
  type: 'FolderNotesSaved',
  data: { ...inChat, runId, settings, size: 20, at: NOW },
});
const remove = (folder: FolderOfRun | null): WorkspaceCommand => ({
  type: 'DeleteFolder',
  ...inChat,
  folder,
});
const removed = ({ runId }: FolderOfRun): WorkspaceEvent => ({
  type: 'FolderDeleted',
  data: { ...inChat, runId },
});
const chat = created('c1', 'Alpha');

describe('a folder', () => {
  // spec: decisions.25
  test.each([
    ['a new name', [], 'Best', [renamed(one, 'Best')]],
    ['the name that it has from its run', [], one.givenName, []],
    ['the name that it has', [renamed(one, 'Best')], 'Best', []],
    ['its name in another case', [renamed(one, 'Best')], 'BEST', [renamed(one, 'BEST')]],
    ['its first name again', [renamed(one, 'Best')], one.givenName, [renamed(one, one.givenName)]],
    ['the name of another', [renamed(two, 'Best')], 'best', { refused: 'FOLDER_NAME_TAKEN' }],
    ['the name that another had', [renamed(two, 'Best'), renamed(two, 'B')], 'Best', [renamed(one, 'Best')]],
    ['the name of a deleted one', [renamed(two, 'Best'), removed(two)], 'Best', [renamed(one, 'Best')]],
    ['the name that another run gave', [], two.givenName, { refused: 'FOLDER_NAME_TAKEN' }],
    ['that name in capitals', [], two.givenName.toUpperCase(), { refused: 'FOLDER_NAME_TAKEN' }],
    [
      'a name that a later run may give',
      [],
      'backtest_x_20990101_000000_ffffffff',
      { refused: 'FOLDER_NAME_TAKEN' },
    ],
    [
      'almost its own',
      [],
      'backtest_better_20260102_030405_un1-0001',
      [renamed(one, 'backtest_better_20260102_030405_un1-0001')],
    ],
  ] as const)('is given %s', (_, before, name, decision) => {
    expect(given(chat, ...before).when(rename(one, name))).toEqual(decision);
  });

  test('in another chat takes no name away', () => {
    const elsewhere = {
      ...renamed(two, 'Best'),
      data: { ...inChat, chatId: 'c2', runId: two.runId, name: 'Best' },
    };
    const chats = given(chat, created('c2', 'Beta', 2), elsewhere as WorkspaceEvent);
    expect(chats.when(rename(one, 'Best'))).toEqual([renamed(one, 'Best')]);
  });

  test('has notes, and the same again are nothing new', () => {
    expect(given(chat).when(note(one, digest('6')))).toEqual([noted(one, digest('6'))]);
    expect(given(chat, noted(one, digest('6'))).when(note(one, digest('6')))).toEqual([]);
    expect(given(chat).when(note(one, one.settings))).toEqual([]);
    expect(given(chat, noted(one, digest('6'))).when(note(one, one.settings))).toEqual([
      noted(one, one.settings),
    ]);
  });

  test('is deleted once', () => {
    expect(given(chat, renamed(one, 'Best')).when(remove(one))).toEqual([removed(one)]);
    const after = given(chat, renamed(one, 'Best'), noted(one, digest('6')), removed(one));
    expect(after.state.chats.c1).toMatchObject({ folders: [], deletedRuns: [one.runId] });
    for (const command of [remove(one), rename(one, 'Again'), note(one, digest('7'))])
      expect(after.when(command)).toEqual({ refused: 'FOLDER_NOT_FOUND' });
  });
});

test('results in a private chat are the user’s own', () => {
  const privateChat = given(created('c1', 'TrendBot 2.0', 1, true));
  expect(privateChat.when(rename(one, 'Best'))).toEqual([renamed(one, 'Best')]);
  expect(privateChat.when(note(one, digest('6')))).toEqual([noted(one, digest('6'))]);
  expect(privateChat.when(remove(one))).toEqual([removed(one)]);
});

test('a missing folder or chat is refused', () => {
  for (const command of [rename(null, 'Best'), note(null, digest('6')), remove(null)]) {
    expect(given(chat).when(command)).toEqual({ refused: 'FOLDER_NOT_FOUND' });
    expect(given().when(command)).toEqual({ refused: 'CHAT_NOT_FOUND' });
  }
});
