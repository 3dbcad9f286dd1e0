// How many runs a user may have under way, and how much storage ended ones use.
import {
  FAILED_COMPUTE_MINUTES_PER_HOUR,
  RESULT_BYTES_PER_DAY_MAX,
  RESULT_FOLDERS_MAX,
  RUNS_AT_ONCE_MAX,
  SAVED_BYTES_PER_DAY_MAX,
  STORAGE_BYTES_MAX,
  STRATEGY_FILES_OF_USER_MAX,
  STRATEGY_VERSIONS_MAX,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { created, digest, folderOf, given, NOW, saved, userId } from '../../fixtures/workspace-facts.ts';

const chatId = 'c1';
const admitted = (runId: string): WorkspaceEvent => ({
  type: 'RunAdmitted',
  data: { userId, chatId, runId, at: NOW },
});
const settled = (runId: string, resultBytes = 0, ofChat = chatId): WorkspaceEvent => ({
  type: 'RunSettled',
  data: { userId, chatId: ofChat, runId, resultBytes, failed: null },
});
const admit = (runId: string) => ({ type: 'AdmitRun', userId, chatId, runId }) as const;
const settle = (runId: string, resultBytes: number) =>
  ({ type: 'SettleRun', userId, chatId, runId, resultBytes }) as const;
const deleted: WorkspaceEvent = { type: 'FolderDeleted', data: { userId, chatId, runId: 'r1' } };
const chat = created(chatId, 'Alpha');
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);
const full = { refused: 'STORAGE_FULL', data: { limit: STORAGE_BYTES_MAX / 1_000_000 } };

describe('a run', () => {
  test('is admitted once', () => {
    expect(given(chat).when(admit('r1'))).toEqual([admitted('r1')]);
    expect(given(chat, admitted('r1')).when(admit('r1'))).toEqual([]);
  });

  test('is admitted into a chat that exists only', () => {
    expect(given().when(admit('r1'))).toEqual({ refused: 'CHAT_NOT_FOUND' });
  });

  test('is not admitted when as many are under way as a user may have', () => {
    const active = numbered(RUNS_AT_ONCE_MAX).map((number) => admitted(`r${number}`));
    expect(given(chat, ...active).when(admit('more'))).toEqual({
      refused: 'TOO_MANY_RUNS',
      data: { limit: RUNS_AT_ONCE_MAX },
    });
    expect(given(chat, ...active, settled('r0')).when(admit('more'))).toEqual([admitted('more')]);
  });

  test('is settled once, whether it was admitted or began before runs were', () => {
    expect(given(chat, admitted('r1')).when(settle('r1', 7))).toEqual([settled('r1', 7)]);
    expect(given(chat, admitted('r1'), settled('r1', 7)).when(settle('r1', 7))).toEqual([]);
    expect(given(chat).when(settle('old', 7))).toEqual([settled('old', 7)]);
    expect(given(chat).when(settle('old', 0))).toEqual([]);
    expect(given(chat, deleted).when(settle('r1', 7))).toEqual([]);
    expect(given().when(settle('r1', 7))).toEqual([]);
  });

  test('of an erased workspace is settled without an event', () => {
    const erased: WorkspaceEvent = { type: 'WorkspaceErased', data: { userId, chatIds: [chatId] } };
    expect(given(chat, admitted('r1'), erased).when(settle('r1', 7))).toEqual([]);
  });

  test('is not admitted while its user stores too much, until a folder is deleted', () => {
    const stored = [chat, settled('r1', STORAGE_BYTES_MAX)];
    expect(given(...stored).when(admit('r2'))).toEqual(full);
    expect(given(...stored, deleted).when(admit('r2'))).toEqual([admitted('r2')]);
  });

  test('is not admitted with too many result folders, those of runs under way included', () => {
    const folders = numbered(RESULT_FOLDERS_MAX - 1).map((number) => settled(`f${number}`, 1));
    expect(given(chat, ...folders).when(admit('r1'))).toEqual([admitted('r1')]);
    expect(given(chat, ...folders, admitted('r1')).when(admit('r2'))).toEqual({
      refused: 'TOO_MANY_RESULTS',
      data: { limit: RESULT_FOLDERS_MAX },
    });
  });
});

describe('a try', () => {
  const tryOut = (runId: string, ofChat = chatId) =>
    ({ type: 'AdmitTry', userId, chatId: ofChat, runId }) as const;
  const triedOut = (runId: string, ofChat = chatId): WorkspaceEvent => ({
    type: 'RunAdmitted',
    data: { userId, chatId: ofChat, runId, at: NOW, isTry: true },
  });
  const settleTry = (runId: string, failedMs?: number) =>
    ({ type: 'SettleTry', userId, chatId, runId, failedMs }) as const;

  test('is one of the runs at once, with or without a chat', () => {
    expect(given(chat).when(tryOut('t1'))).toEqual([triedOut('t1')]);
    expect(given().when(tryOut('t1', ''))).toEqual([triedOut('t1', '')]);
    const full = [chat, admitted('r1'), triedOut('t1'), triedOut('t2', '')];
    for (const command of [tryOut('t3'), admit('r2')])
      expect(given(...full).when(command)).toMatchObject({ refused: 'TOO_MANY_RUNS' });
    expect(given(...full).when(tryOut('t1'))).toEqual([]);
  });

  test('gives its place back once, and counts where it has failed, also one that had no place', () => {
    expect(given(chat, triedOut('t1')).when(settleTry('t1'))).toEqual([settled('t1')]);
    expect(given(chat, triedOut('t1'), settled('t1')).when(settleTry('t1'))).toEqual([]);
    for (const facts of [[chat, triedOut('t1')], [chat]])
      expect(given(...facts).when(settleTry('t1', 7_000))).toMatchObject([
        { type: 'RunSettled', data: { failed: { computeMs: 7_000 } } },
      ]);
  });

  test('is admitted by a user who may write no more results', () => {
    expect(given(chat, settled('r1', STORAGE_BYTES_MAX)).when(tryOut('t1'))).toEqual([triedOut('t1')]);
  });
});

describe('the free computing time of failed runs', () => {
  const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
  const failed = (runId: string, minutes: number, computeMinutes: number): WorkspaceEvent => ({
    type: 'RunSettled',
    data: {
      ...{ userId, chatId, runId, resultBytes: 0 },
      failed: { at: ago(minutes), computeMs: computeMinutes * 60_000 },
    },
  });
  const free = FAILED_COMPUTE_MINUTES_PER_HOUR;

  test('is counted when a run is settled, a short one as a second', () => {
    const settleFailed = (failedMs: number) =>
      given(chat, admitted('r1')).when({ ...settle('r1', 0), failedMs });
    expect(settleFailed(7_000)).toMatchObject([{ data: { failed: { at: NOW, computeMs: 7_000 } } }]);
    expect(settleFailed(3)).toMatchObject([{ data: { failed: { computeMs: 1_000 } } }]);
  });

  test('admits runs while there is some left', () => {
    const facts = [chat, failed('r1', 30, free - 1)];
    expect(given(...facts).when(admit('r2'))).toEqual([admitted('r2')]);
    for (const type of ['AdmitRun', 'AdmitTry'] as const)
      expect(given(...facts, failed('r2', 10, 1)).when({ ...admit('r3'), type })).toEqual({
        refused: 'FAILED_RUNS_LIMIT',
        data: { minutes: free, seconds: 30 * 60 },
      });
  });

  test('is used up by code that an agent tried out in vain', () => {
    const count = { type: 'SettleTry', userId, chatId, runId: 't1', failedMs: 90_000 } as const;
    expect(given(chat).when(count)).toMatchObject([
      { type: 'RunSettled', data: { runId: 't1', resultBytes: 0, failed: { at: NOW, computeMs: 90_000 } } },
    ]);
    expect(given(chat).when({ ...count, failedMs: 3 })).toMatchObject([
      { data: { failed: { computeMs: 1_000 } } },
    ]);
  });

  test('comes back an hour after each run', () => {
    const facts = [chat, failed('r1', 90, free), failed('r2', 59, free), failed('r3', 1, 1)];
    expect(given(...facts).when(admit('r4'))).toMatchObject({ data: { seconds: 60 } });
    expect(given(chat, failed('r1', 60, free)).when(admit('r2'))).toEqual([admitted('r2')]);
  });

  test('is remembered for an hour only', () => {
    const { state } = given(chat, failed('r1', 61, 1), failed('r2', 30, 1), failed('r3', 0, 1));
    expect(state.failedRuns.map(({ at }) => at)).toEqual([ago(30), ago(0)]);
  });
});

describe('a study', () => {
  const remove = { type: 'DeleteStudy', userId, chatId, studyId: 's1' } as const;
  const gone: WorkspaceEvent = { type: 'StudyDeleted', data: { userId, chatId, studyId: 's1' } };

  test('is deleted once, out of a chat that exists', () => {
    expect(given(chat, settled('study:s1', 7)).when(remove)).toEqual([gone]);
    expect(given(chat, gone).when(remove)).toEqual({ refused: 'STUDY_NOT_FOUND' });
    expect(given().when(remove)).toEqual({ refused: 'STUDY_NOT_FOUND' });
  });

  test('that is deleted leaves its storage to others, also if it is settled later', () => {
    const stored = [chat, settled('study:s1', STORAGE_BYTES_MAX)];
    expect(given(...stored).when(admit('r2'))).toEqual(full);
    expect(given(...stored, gone).when(admit('r2'))).toEqual([admitted('r2')]);
    const late = given(chat, admitted('study:s1'), gone, settled('study:s1', STORAGE_BYTES_MAX));
    expect(late.when(admit('r2'))).toEqual([admitted('r2')]);
  });

  test('that is deleted gives nothing back of what may be written in a day', () => {
    const wrote = [admitted('study:s1'), settled('study:s1', RESULT_BYTES_PER_DAY_MAX)];
    expect(given(chat, ...wrote, gone).when(admit('r2'))).toMatchObject({ refused: 'RESULT_BYTES_LIMIT' });
  });
});

describe('what runs write in a day', () => {
  const admittedAt = (runId: string, at: string): WorkspaceEvent => ({
    type: 'RunAdmitted',
    data: { userId, chatId, runId, at },
  });
  const wrote = (runId: string, at: string, bytes: number) => [admittedAt(runId, at), settled(runId, bytes)];
  const half = RESULT_BYTES_PER_DAY_MAX / 2;
  const gone = (runId: string): WorkspaceEvent => ({
    type: 'FolderDeleted',
    data: { userId, chatId, runId },
  });
  const used = [chat, ...wrote('r1', NOW, half), gone('r1'), ...wrote('r2', NOW, half), gone('r2')];

  // spec: results.56
  test('is limited, however much of it is deleted', () => {
    expect(given(...used.slice(0, 4)).when(admit('r3'))).toEqual([admitted('r3')]);
    expect(given(...used).when(admit('r3'))).toEqual({
      refused: 'RESULT_BYTES_LIMIT',
      data: { limit: 2_000, seconds: 86_400 },
    });
  });

  test('counts by the day on which a run was admitted', () => {
    const yesterday = wrote('r0', '2025-12-31T23:59:59.999Z', RESULT_BYTES_PER_DAY_MAX);
    expect(given(chat, ...yesterday, gone('r0')).when(admit('r3'))).toEqual([admitted('r3')]);
    expect(given(...used, ...yesterday, gone('r0')).when(admit('r3'))).toMatchObject({
      refused: 'RESULT_BYTES_LIMIT',
    });
  });
});

describe('strategy files', () => {
  test('and notes may be written up to so many bytes a day, kept or not; a repetition writes nothing', () => {
    const most = SAVED_BYTES_PER_DAY_MAX;
    const refused = { refused: 'SAVED_BYTES_LIMIT', data: { limit: 100, seconds: 86_400 } };
    const folder = folderOf('r1');
    const notes = (size: number) =>
      ({ type: 'SaveFolderNotes', userId, chatId, folder, settings: digest('n'), size }) as const;
    const noted: WorkspaceEvent = {
      type: 'FolderNotesSaved',
      data: { userId, chatId, runId: 'r1', settings: digest('m'), size: 60, at: NOW },
    };
    const gone: WorkspaceEvent = {
      type: 'StrategyFileDeleted',
      data: { userId, chatId, filename: 'strategy_a.py' },
    };
    const used = [chat, version(1, most - 160), gone, noted, version(1, 90)];
    for (const command of [add, save, notes]) {
      expect(given(...used).when(command(10))).toHaveLength(1);
      expect(given(...used).when(command(11))).toEqual(refused);
    }
    expect(given(...used).when({ ...save(11), code: digest('a') })).toEqual([]);
    expect(given(...used).when({ ...notes(11), settings: digest('m') })).toEqual([]);
  });

  test('that were saved yesterday leave today’s bytes', () => {
    const { data, type } = version(1, SAVED_BYTES_PER_DAY_MAX) as Extract<
      WorkspaceEvent,
      { type: 'StrategyFileSaved' }
    >;
    const at = '2025-12-31T23:59:59.999Z';
    expect(given(chat, { type, data: { ...data, at } }).when(save(10))).toHaveLength(1);
  });

  const add = (size: number) =>
    ({
      type: 'AddStrategyFile',
      userId,
      chatId,
      wantedName: 'strategy_b.py',
      code: digest('b'),
      size,
    }) as const;
  const save = (size: number) =>
    ({ type: 'SaveStrategyFile', userId, chatId, index: 0, code: digest('c'), size }) as const;
  const version = (number: number, size: number): WorkspaceEvent => {
    const { data } = saved(chatId, 'strategy_a.py', number) as Extract<
      WorkspaceEvent,
      { type: 'StrategyFileSaved' }
    >;
    return { type: 'StrategyFileSaved', data: { ...data, size } };
  };

  test('and versions are refused when nothing more can be stored', () => {
    const stored = given(chat, version(1, 100), settled('r1', STORAGE_BYTES_MAX - 150));
    expect(stored.when(add(50))).toMatchObject([{ type: 'StrategyFileSaved' }]);
    expect(stored.when(add(51))).toEqual(full);
    expect(stored.when(save(51))).toEqual(full);
  });

  test('a new version takes the place of the oldest that is kept', () => {
    const versions = numbered(STRATEGY_VERSIONS_MAX).map((number) => version(number + 1, 100));
    const stored = given(chat, ...versions, settled('r1', STORAGE_BYTES_MAX - 100 * STRATEGY_VERSIONS_MAX));
    expect(stored.when(save(100))).toMatchObject([{ data: { version: STRATEGY_VERSIONS_MAX + 1 } }]);
    expect(stored.when(save(101))).toEqual(full);
  });

  test('are counted over all chats, and copies with them', () => {
    const chats = numbered(STRATEGY_FILES_OF_USER_MAX / 100).flatMap((number) => [
      created(`c${number}`, `Chat ${number}`, number + 1),
      ...numbered(100).map((file) => saved(`c${number}`, `strategy_${file}.py`)),
    ]);
    const limit = { refused: 'TOO_MANY_FILES_OF_USER', data: { limit: STRATEGY_FILES_OF_USER_MAX } };
    expect(given(...chats).when(add(1))).toEqual(limit);
    const copy = {
      type: 'DuplicateChat',
      userId,
      chatId: 'new',
      sourceChatId: 'c0',
      conversationId: 'k',
    } as const;
    expect(given(...chats).when(copy)).toEqual(limit);
  });
});
