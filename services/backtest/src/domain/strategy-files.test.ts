// Commands on strategy files: what is allowed, and the events that follow.
import { STRATEGY_FILES_MAX, type WorkspaceEvent } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { created, digest, given, NOW, saved, userId } from '../../fixtures/workspace-facts.ts';
import type { WorkspaceCommand } from './workspace.ts';

const chat = created('c1', 'Alpha');
const inChat = { userId, chatId: 'c1' } as const;
const add = (wantedName: string, code = digest('b')): WorkspaceCommand => ({
  type: 'AddStrategyFile',
  ...inChat,
  wantedName,
  code,
  size: 10,
});
const save = (index: number, code: string, filename?: string): WorkspaceCommand => ({
  type: 'SaveStrategyFile',
  ...inChat,
  index,
  ...(filename !== undefined && { filename }),
  code,
  size: 10,
});
const rename = (filename: string, name: string): WorkspaceCommand => ({
  type: 'RenameStrategyFile',
  ...inChat,
  filename,
  name,
});
const renamed = (filename: string, newFilename: string): WorkspaceEvent => ({
  type: 'StrategyFileRenamed',
  data: { ...inChat, filename, newFilename },
});
const remove = (filename: string): WorkspaceCommand => ({ type: 'DeleteStrategyFile', ...inChat, filename });
const removed = (filename: string): WorkspaceEvent => ({
  type: 'StrategyFileDeleted',
  data: { ...inChat, filename },
});
const restore = (
  filename: string,
  code: string | null,
  newest: { version: number; code: string } | null = { version: 2, code: digest('b') },
): WorkspaceCommand => ({
  type: 'RestoreStrategyFile',
  ...inChat,
  filename,
  earlier: code === null ? null : { code, size: 10 },
  newest,
});
const names = (...events: WorkspaceEvent[]) =>
  given(...events).state.chats.c1?.files.map(({ filename }) => filename);

test('a new file is version 1, under a name that is free whatever the case', () => {
  expect(given(chat).when(add('strategy_a.py'))).toEqual([saved('c1', 'strategy_a.py', 1, digest('b'))]);
  for (const taken of ['strategy_a_b.py', 'strategy_A_b.py', 'strategy_a b.py'])
    expect(given(chat, saved('c1', taken)).when(add('strategy_a_b.py'))).toEqual([
      saved('c1', 'strategy_a_b_2.py', 1, digest('b')),
    ]);
});

test('a saved file is the next version and keeps its place; the same code is not a version', () => {
  const files = [chat, saved('c1', 'strategy_a.py'), saved('c1', 'strategy_b.py')];
  const next = saved('c1', 'strategy_a.py', 2, digest('c'));
  expect(given(...files).when(save(0, digest('c')))).toEqual([next]);
  expect(names(...files, next)).toEqual(['strategy_a.py', 'strategy_b.py']);
  expect(given(...files).when(save(0, digest('a')))).toEqual([]);
});

test('a file at a place is only written over when it is called as was said', () => {
  const files = [chat, saved('c1', 'strategy_a.py'), saved('c1', 'strategy_b.py')];
  const next = saved('c1', 'strategy_b.py', 2, digest('c'));
  expect(given(...files).when(save(1, digest('c'), 'strategy_b.py'))).toEqual([next]);
  const afterDeletion = given(...files, saved('c1', 'strategy_c.py'), removed('strategy_b.py'));
  for (const place of [0, 1, 2])
    expect(afterDeletion.when(save(place, digest('c'), 'strategy_b.py'))).toEqual({
      refused: 'STRATEGY_FILE_NOT_FOUND',
    });
});

// spec: decisions.48
test('a file that is not there, or in no chat, is refused', () => {
  const unknown = 'strategy_x.py';
  for (const command of [
    save(0, digest('c')),
    rename(unknown, 'b'),
    remove(unknown),
    restore(unknown, digest('a')),
  ]) {
    expect(given(chat).when(command)).toEqual({ refused: 'STRATEGY_FILE_NOT_FOUND' });
    expect(given().when(command)).toEqual({ refused: 'CHAT_NOT_FOUND' });
  }
  expect(given().when(add('strategy_a.py'))).toEqual({ refused: 'CHAT_NOT_FOUND' });
});

test('the number of files is bounded', () => {
  const files = Array.from({ length: STRATEGY_FILES_MAX }, (_, index) => saved('c1', `strategy_${index}.py`));
  expect(given(chat, ...files).when(add('strategy_new.py'))).toEqual({
    refused: 'TOO_MANY_STRATEGY_FILES',
    data: { limit: STRATEGY_FILES_MAX },
  });
});

describe('a renamed file', () => {
  const files = [chat, saved('c1', 'strategy_a.py'), saved('c1', 'strategy_b.py')];
  const lookingAlike = saved('c1', 'strategy_c_d.py');

  test('keeps its place, and continues from its version', () => {
    const better = renamed('strategy_a.py', 'strategy_Better.py');
    expect(given(...files).when(rename('strategy_a.py', 'Better'))).toEqual([better]);
    expect(names(...files, better)).toEqual(['strategy_Better.py', 'strategy_b.py']);
    expect(given(...files, better).when(save(0, digest('c')))).toEqual([
      saved('c1', 'strategy_Better.py', 2, digest('c')),
    ]);
  });

  // spec: decisions.28
  test.each([
    ['b', 'STRATEGY_NAME_TAKEN'],
    ['B', 'STRATEGY_NAME_TAKEN'],
    ['c d', 'STRATEGY_NAME_TAKEN'],
    ['A', 'strategy_A.py'],
    ['a', null],
    ['🚀 "fast" / שלום', 'strategy_🚀 "fast" / שלום.py'],
  ])('from a to %s: %s', (name, outcome) => {
    const decision = given(...files, lookingAlike).when(rename('strategy_a.py', name));
    if (outcome === 'STRATEGY_NAME_TAKEN') expect(decision).toEqual({ refused: outcome });
    else expect(decision).toEqual(outcome === null ? [] : [renamed('strategy_a.py', outcome)]);
  });
});

test('a deleted file is gone, and its name begins again', () => {
  const files = [
    chat,
    saved('c1', 'strategy_a.py'),
    saved('c1', 'strategy_b.py'),
    saved('c1', 'strategy_c.py'),
  ];
  expect(given(...files).when(remove('strategy_b.py'))).toEqual([removed('strategy_b.py')]);
  expect(names(...files, removed('strategy_b.py'))).toEqual(['strategy_a.py', 'strategy_c.py']);
  expect(given(...files, removed('strategy_b.py')).when(add('strategy_b.py'))).toEqual([
    saved('c1', 'strategy_b.py', 1, digest('b')),
  ]);
});

test('an earlier version is restored as a new one, unless it is the same or not kept', () => {
  const files = [chat, saved('c1', 'strategy_a.py'), saved('c1', 'strategy_a.py', 2, digest('b'))];
  expect(given(...files).when(restore('strategy_a.py', digest('a')))).toEqual([
    saved('c1', 'strategy_a.py', 3, digest('a')),
  ]);
  expect(given(...files).when(restore('strategy_a.py', digest('b')))).toEqual([]);
  expect(given(...files).when(restore('strategy_a.py', null))).toEqual({
    refused: 'STRATEGY_VERSION_NOT_FOUND',
  });
});

test('nothing is restored over what has been saved since the earlier version was looked up', () => {
  const files = [chat, saved('c1', 'strategy_a.py'), saved('c1', 'strategy_a.py', 2, digest('b'))];
  const again = [removed('strategy_a.py'), saved('c1', 'strategy_a.py', 1, digest('d'))];
  const others = [saved('c1', 'strategy_a.py', 2, digest('e'))];
  for (const later of [[saved('c1', 'strategy_a.py', 3, digest('c'))], again, [...again, ...others]])
    for (const code of [digest('a'), null])
      expect(given(...files, ...later).when(restore('strategy_a.py', code))).toEqual({
        refused: 'CONCURRENT_CHANGE',
      });
  expect(given(...files).when(restore('strategy_a.py', digest('a'), null))).toEqual({
    refused: 'CONCURRENT_CHANGE',
  });
});

test('a file is as old as its first version, whatever is saved later and however it is called', () => {
  const later = saved('c1', 'strategy_a.py', 2, digest('b')) as Extract<
    WorkspaceEvent,
    { type: 'StrategyFileSaved' }
  >;
  const events = [
    chat,
    saved('c1', 'strategy_a.py'),
    { ...later, data: { ...later.data, at: '2026-03-01T00:00:00.000Z' } },
    renamed('strategy_a.py', 'strategy_z.py'),
  ];
  const [file] = given(...events).state.chats.c1?.files ?? [];
  expect(file).toMatchObject({ filename: 'strategy_z.py', version: 2, createdAt: NOW });
});
