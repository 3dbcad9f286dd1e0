// Strategy files and chats through the whole service: names, versions, copies and deletion.
import { sharedByTests } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { contentOf, openUser, startRunningService } from '../fixtures/running-service.ts';

const code = (version: number) => `# Momentum\n# ${version}\ndef strategy(candles, settings): ...\n`;
const FILENAME = 'strategy_momentum.py';

const running = sharedByTests(() => startRunningService({ withLedger: false }));

/** A user with a chat and a file of this many versions. */
const userWithVersions = async (userId: string, versions: number) => {
  const user = openUser(running.client, userId);
  const { id } = await user.asked('createChat', { name: 'Momentum' });
  await user.asked('applyStrategy', { id, strategy_code: code(1) });
  for (let version = 2; version <= versions; version += 1) {
    const selected = { selected_item: 'strategy-python-0', strategy_code: code(version) };
    await user.asked('replaceStrategy', { id, ...selected });
  }
  const codeIn = async (filename: string, version?: number) => {
    const file = version
      ? await user.asked('readStrategyVersion', { id, filename, version })
      : await user.asked('readStrategy', { id, filename });
    expect(file.filename).toBe(filename);
    return (await contentOf(running, file)).toString('utf8');
  };
  return { ...user, id, codeIn };
};

describe('a strategy file', () => {
  // spec: decisions.53
  test('keeps its versions through a rename', async () => {
    const ann = await userWithVersions('ann', 3);
    const { id } = ann;
    const renaming = { id, filename: FILENAME, new_filename: '🚀 a/b "c" שלום' };
    const filename = 'strategy_🚀 a/b "c" שלום.py';
    expect(await ann.asked('renameStrategy', renaming, 'rename-once')).toEqual({ filename });
    expect(await ann.asked('renameStrategy', renaming, 'rename-once')).toEqual({ filename });
    expect(await ann.ask('renameStrategy', renaming)).toEqual({ refused: 'STRATEGY_FILE_NOT_FOUND' });
    const { versions } = await ann.asked('listStrategyVersions', { id, filename });
    const size = Buffer.byteLength(code(1));
    expect(versions).toEqual([3, 2, 1].map((version) => ({ version, saved_at: expect.any(String), size })));
    expect(await ann.codeIn(filename)).toBe(code(3));
    expect(await ann.codeIn(filename, 1)).toBe(code(1));
    expect(await ann.ask('listStrategyVersions', { id, filename: FILENAME })).toEqual({
      refused: 'STRATEGY_FILE_NOT_FOUND',
    });
  });

  // spec: decisions.52
  test('is restored to an earlier version, which is then its newest', async () => {
    const bob = await userWithVersions('bob', 2);
    const { id } = bob;
    const restoring = { id, filename: FILENAME, version: 1 };
    expect(await bob.asked('restoreStrategyVersion', restoring, 'restore-once')).toEqual({ version: 3 });
    expect(await bob.asked('restoreStrategyVersion', restoring, 'restore-once')).toEqual({ version: 3 });
    expect(await bob.codeIn(FILENAME)).toBe(code(1));
    expect(await bob.asked('restoreStrategyVersion', { ...restoring, version: 3 })).toEqual({ version: 3 });
    const unknown = { refused: 'STRATEGY_VERSION_NOT_FOUND' };
    expect(await bob.ask('restoreStrategyVersion', { ...restoring, version: 9 })).toEqual(unknown);
    expect(await bob.ask('readStrategyVersion', { ...restoring, version: 9 })).toEqual(unknown);
  });

  // spec: decisions.9, decisions.33
  test('is deleted with its versions, and files behind it move up', async () => {
    const cat = await userWithVersions('cat', 2);
    const { id } = cat;
    for (const name of ['Second', 'Third'])
      await cat.asked('applyStrategy', { id, strategy_code: `# ${name}\n${code(1)}` });
    expect(await cat.asked('deleteStrategy', { id, filename: FILENAME }, 'delete-once')).toEqual({
      deleted: true,
    });
    expect(await cat.asked('deleteStrategy', { id, filename: FILENAME }, 'delete-once')).toEqual({
      deleted: true,
    });
    const gone = { refused: 'STRATEGY_FILE_NOT_FOUND' };
    expect(await cat.ask('deleteStrategy', { id, filename: FILENAME })).toEqual(gone);
    expect(await cat.ask('readStrategyVersion', { id, filename: FILENAME, version: 1 })).toEqual(gone);
    expect((await cat.asked('listFiles', { id })).files.map(({ filename }) => filename)).toEqual([
      'strategy_second.py',
      'strategy_third.py',
    ]);
    const replaced = { id, strategy_code: code(9), selected_item: 'strategy-python-1' };
    // The file that was there when the page was shown, and has moved up since.
    expect(await cat.ask('replaceStrategy', { ...replaced, filename: 'strategy_second.py' })).toEqual(gone);
    const [second, third] = (await cat.asked('listFiles', { id })).files;
    expect([second?.version, third?.version]).toEqual([1, 1]);
    expect(await cat.asked('replaceStrategy', replaced)).toMatchObject({ final_name: 'strategy_third.py' });
  });

  // spec: decisions.27
  test('has its own name in its chat, whatever the case', async () => {
    const { id, ask, asked } = await userWithVersions('dan', 1);
    await asked('applyStrategy', { id, strategy_code: `# Second\n${code(1)}` });
    const renaming = { id, filename: FILENAME };
    expect(await ask('renameStrategy', { ...renaming, new_filename: 'SECOND' })).toEqual({
      refused: 'STRATEGY_NAME_TAKEN',
    });
    expect(await asked('renameStrategy', { ...renaming, new_filename: 'Momentum' })).toEqual({
      filename: 'strategy_Momentum.py',
    });
    for (const [new_filename, refused] of [
      ['  ', 'NAME_REQUIRED'],
      ['x'.repeat(101), 'NAME_TOO_LONG'],
      ['a\nb', 'NAME_INVALID'],
    ] as const)
      expect(await ask('renameStrategy', { ...renaming, new_filename })).toEqual({ refused });
  });
});

// spec: decisions.6
test('a copy of a chat has the newest version of each file, and is a separate chat', async () => {
  const eva = await userWithVersions('eva', 2);
  const { id } = eva;
  const copy = await eva.asked('duplicateChat', { id }, 'copy-once');
  expect(copy).toMatchObject({
    name: 'Momentum (copy)',
    local_id: 2,
    status: 'active',
    strategy_type: 'python',
  });
  expect(await eva.asked('duplicateChat', { id }, 'copy-once')).toEqual(copy);
  expect(await eva.asked('duplicateChat', { id })).toMatchObject({ name: 'Momentum (copy 2)' });
  expect(await eva.asked('listChats', {})).toHaveLength(3);
  const { versions } = await eva.asked('listStrategyVersions', { id: copy.id, filename: FILENAME });
  expect(versions).toMatchObject([{ version: 1 }]);
  await eva.asked('deleteChat', { id });
  const copied = await eva.asked('readStrategy', { id: copy.id, filename: FILENAME });
  expect((await contentOf(running, copied)).toString('utf8')).toBe(code(2));
  const selected = { id: copy.id, strategy_code: code(5), selected_item: 'strategy-python-0' };
  expect(await eva.asked('replaceStrategy', selected)).toMatchObject({ final_name: FILENAME });
});

// spec: decisions.50
test('a chat is renamed to anything that can be read, of up to 100 characters', async () => {
  const fay = openUser(running.client, 'fay');
  const { id } = await fay.asked('createChat', { name: 'Momentum' });
  for (const name of ['Ü', 'x'.repeat(100), '👩‍🚀 "quoted" / שלום عالم'])
    expect(await fay.asked('renameChat', { id, name })).toMatchObject({ name });
  expect(await fay.ask('renameChat', { id, name: '' })).toEqual({ refused: 'NAME_REQUIRED' });
  expect(await fay.ask('createChat', { name: 'Ü' })).toEqual({ refused: 'CHAT_NAME_TOO_SHORT' });
});
