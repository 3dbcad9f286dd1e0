// Names with emoji, quotes, slashes and right-to-left text, through the real gateway: in paths, bodies and headers.
import { randomUUID } from 'node:crypto';
import type { ExecuteResponse, Favorite } from '@tradeium/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type RegisteredUser, registerUser } from '../api-client.ts';
import { endOfRun, MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { runningSystem } from '../running-system.ts';

const NAMES = [
  '🚀 to the moon 👩‍🚀',
  `"quoted" and 'single' <b>&amp;</b>`,
  'a/b/../c \\ d',
  '100 %2F ?x=1#y;z',
  'שלום עולם (مرحبا)',
  '.hidden',
  `${'長'.repeat(99)}🙂`.slice(1),
];

let user: RegisteredUser;
let id: string;
let folderName: string;
let runId: string;
beforeAll(async () => {
  user = await registerUser(runningSystem());
  const run = { ...(await saveStrategy(user, MOMENTUM)), run_id: `run-${randomUUID()}` };
  const end = await endOfRun(user, run, 60_000);
  id = run.backtest_id;
  runId = run.run_id;
  folderName = (end.body as ExecuteResponse).filename ?? '';
});

// spec: decisions.31, decisions.32
test.for(NAMES)('a chat can be called %s', async (name) => {
  expect(await user.get('renameChat', { id, name })).toMatchObject({ name });
  expect(await user.get('listChats', {})).toContainEqual(expect.objectContaining({ id, name }));
  const copy = await user.get('duplicateChat', { id });
  expect(copy.name).toMatch(/ \(copy\)$/);
  expect(copy.name.startsWith(name.slice(0, 90))).toBe(true);
  await user.get('deleteChat', { id: copy.id });
});

// spec: decisions.34, decisions.36, decisions.51
test.for(NAMES)('a strategy file can be called %s', async (name) => {
  const [file] = (await user.get('listFiles', { id })).files;
  const { filename } = await user.get('renameStrategy', {
    id,
    filename: file?.filename ?? '',
    new_filename: name,
  });
  expect(filename).toBe(`strategy_${name}.py`);
  const read = await user.call('readStrategy', { id, filename });
  expect(read).toMatchObject({ status: 200, body: MOMENTUM });
  const disposition = read.headers.get('content-disposition') ?? '';
  expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(filename);
  expect((await user.get('listStrategyVersions', { id, filename })).versions).toMatchObject([{ version: 1 }]);
  expect((await user.call('readStrategyVersion', { id, filename, version: 1 })).body).toBe(MOMENTUM);
  expect(await user.get('restoreStrategyVersion', { id, filename, version: 1 })).toEqual({ version: 1 });
  const favorite: Favorite = { item_type: 'strategy', item_id: filename, backtest_id: id };
  expect(await user.get('addFavorite', favorite)).toEqual({ favorited: true });
  expect((await user.get('listFavorites', {})).favorites).toContainEqual(favorite);
});

// spec: decisions.1, decisions.12, decisions.38, decisions.39, decisions.40
test.for(NAMES)('a result folder can be called %s', async (name) => {
  const renaming = { id, folderName, new_name: name };
  expect(await user.get('renameFolder', renaming)).toEqual({ folder_name: name });
  folderName = name;
  expect((await user.get('listFolder', { id, folderName })).files.map(({ filename }) => filename)).toEqual([
    'Settings',
    'Strategy',
    'Table',
    'Trades',
    'Statistics',
    'Chance',
    'Chart',
  ]);
  expect(await user.get('saveNotes', { id, folderName, notes: name })).toEqual({ notes: name });
  const settings = await user.call('readFolderFile', { id, folderName, filename: 'Settings' });
  expect(settings.body).toMatchObject({ notes: name, portfolio: ['USDT', 'BTC', 'ETH'] });
  const favorite: Favorite = { item_type: 'backtest_result', item_id: name, backtest_id: id };
  expect(await user.get('addFavorite', favorite)).toEqual({ favorited: true });
  expect((await user.get('listFavorites', {})).favorites).toContainEqual(favorite);
  const files = (await user.get('listFiles', { id })).files;
  expect(files).toContainEqual(
    expect.objectContaining({ filename: name, display_name: name, run_id: runId }),
  );
});

describe('what no name can be', () => {
  test.for([
    ['', 'NAME_REQUIRED'],
    [' \t ', 'NAME_REQUIRED'],
    ['x'.repeat(101), 'NAME_TOO_LONG'],
    ['a\0b', 'NAME_INVALID'],
    ['a\nb', 'NAME_INVALID'],
    ['gpj.\u202eexe', 'NAME_INVALID'],
    ['\ud83d', 'NAME_INVALID'],
    // As a part of an address these would lead to the chat itself.
    ['.', 'NAME_INVALID'],
    ['..', 'NAME_INVALID'],
  ] as const)('%j', async ([name, code]) => {
    const [file] = (await user.get('listFiles', { id })).files;
    const filename = file?.filename ?? '';
    const answers = await Promise.all([
      user.call('renameChat', { id, name }),
      user.call('renameStrategy', { id, filename, new_filename: name }),
      user.call('renameFolder', { id, folderName, new_name: name }),
    ]);
    expect(answers.map((answer) => [answer.status, answer.code])).toEqual(answers.map(() => [400, code]));
  });
});

// spec: decisions.37
test('what is called so is deleted like anything else, and the run was charged all the same', async () => {
  const [file] = (await user.get('listFiles', { id })).files;
  await user.get('deleteStrategy', { id, filename: file?.filename ?? '' });
  await user.get('deleteFolder', { id, folderName });
  expect(await user.get('listFiles', { id })).toEqual({ files: [] });
  expect(await user.get('listFavorites', {})).toEqual({ favorites: [] });
  expect(await user.call('getResults', { id })).toMatchObject({ status: 404, code: 'RESULTS_NOT_FOUND' });
  expect(await user.call('deleteRun', { id, run_id: runId })).toMatchObject({
    status: 404,
    code: 'FOLDER_NOT_FOUND',
  });
  const history = await user.get('getCreditHistory', {});
  expect(history.filter((entry) => entry.id.endsWith(`:${runId}`))).toHaveLength(1);
});
