// Chats and their strategy files as the pages read them, through renames, copies and deletions.
import { STRATEGY_VERSIONS_MAX, type WorkspaceEvent } from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { created, deletedChat, digest, saved, userId } from '../../fixtures/workspace-facts.ts';
import { chatsProjection } from './chats.ts';

const inChat = { userId, chatId: 'c1' };
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

test('a renamed file keeps its place, its age and its versions', () => {
  const renamed: WorkspaceEvent = {
    type: 'StrategyFileRenamed',
    data: { ...inChat, filename: 'strategy_a.py', newFilename: 'strategy_z.py' },
  };
  const { c1 } = projected(chatsProjection, [
    created('c1', 'Alpha'),
    saved('c1', 'strategy_a.py', 1, digest('a')),
    saved('c1', 'strategy_b.py'),
    renamed,
    saved('c1', 'strategy_z.py', 2, digest('b')),
  ]);
  expect(c1?.files).toMatchObject([
    {
      filename: 'strategy_z.py',
      version: 2,
      code: digest('b'),
      createdAt: at(1),
      savedAt: at(4),
      versions: [
        { version: 1, code: digest('a'), savedAt: at(1) },
        { version: 2, code: digest('b'), savedAt: at(4) },
      ],
    },
    { filename: 'strategy_b.py', version: 1 },
  ]);
});

test('a deleted file is gone with its versions', () => {
  const deleted: WorkspaceEvent = {
    type: 'StrategyFileDeleted',
    data: { ...inChat, filename: 'strategy_a.py' },
  };
  const before = [
    created('c1', 'Alpha'),
    saved('c1', 'strategy_a.py'),
    saved('c1', 'strategy_b.py'),
    deleted,
  ];
  expect(projected(chatsProjection, before).c1?.files).toMatchObject([{ filename: 'strategy_b.py' }]);
  const again = [...before, saved('c1', 'strategy_a.py', 1, digest('c'))];
  expect(projected(chatsProjection, again).c1?.files[1]).toMatchObject({
    filename: 'strategy_a.py',
    versions: [{ version: 1, code: digest('c') }],
  });
});

test('the newest versions are kept', () => {
  const versions = Array.from({ length: STRATEGY_VERSIONS_MAX + 2 }, (_, index) =>
    saved('c1', 'strategy_a.py', index + 1),
  );
  const { c1 } = projected(chatsProjection, [created('c1', 'Alpha'), ...versions]);
  expect(c1?.files[0]?.versions).toHaveLength(STRATEGY_VERSIONS_MAX);
  expect(c1?.files[0]?.versions[0]?.version).toBe(3);
});

test('a copy has its own files, each as version 1', () => {
  const copied: WorkspaceEvent = {
    type: 'ChatDuplicated',
    data: {
      userId,
      chatId: 'c2',
      localId: 2,
      name: 'Alpha (copy)',
      conversationId: 'k2',
      sourceChatId: 'c1',
      files: [{ filename: 'strategy_a.py', code: digest('b'), size: 7 }],
    },
  };
  const later = saved('c2', 'strategy_a.py', 2, digest('c'));
  const documents = projected(chatsProjection, [created('c1', 'Alpha'), copied, later, deletedChat('c1')]);
  expect(documents).toEqual({
    c2: {
      userId,
      localId: 2,
      name: 'Alpha (copy)',
      conversationId: 'k2',
      createdAt: at(1),
      isPrivate: false,
      files: [
        expect.objectContaining({
          filename: 'strategy_a.py',
          version: 2,
          createdAt: at(1),
          versions: [
            { version: 1, code: digest('b'), size: 7, savedAt: at(1) },
            { version: 2, code: digest('c'), size: 10, savedAt: at(2) },
          ],
        }),
      ],
    },
  });
});
