// Result folders through the whole service: names, notes, favourites, deletion, and the account's export.

import { exportOf, isRefusal, MESSAGES } from '@tradeium/contracts';
import { outputOf } from '@tradeium/service-kit';
import { sharedByTests } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { type CompletedRun, completeRun } from '../fixtures/completed-run.ts';
import { contentOf, openUser, startRunningService } from '../fixtures/running-service.ts';

const ODD_NAME = '🚀 "best" / שלום \\ %2F';

const running = sharedByTests(() => startRunningService({ withLedger: false }));

/** A user with a chat and this many results, oldest first. */
const userWithResults = async (userId: string, results: number) => {
  const user = openUser(running.client, userId);
  const { id } = await user.asked('createChat', { name: 'Momentum' });
  const folders: CompletedRun[] = [];
  for (let number = 1; number <= results; number += 1) {
    const run = await completeRun(running, { userId, chatId: id, runId: `${userId}-run-000${number}` });
    user.knows(run.sequence);
    folders.push(run);
  }
  const none = { runId: '', folderName: '', sequence: 0 };
  const [first = none, second = none] = folders;
  const folderNames = async () =>
    (await user.asked('listFiles', { id })).files.map(({ filename }) => filename);
  const settingsIn = async (folderName: string) => {
    const file = await user.asked('readFolderFile', { id, folderName, filename: 'Settings' });
    const bytes = await contentOf(running, file);
    expect(bytes.length).toBe(file.size);
    return JSON.parse(bytes.toString('utf8')) as { run: string; notes: string };
  };
  return { ...user, id, first, second, folderNames, settingsIn };
};

describe('a result folder', () => {
  // spec: decisions.11
  test('is renamed as soon as its run has ended, and found under its new name only', async () => {
    const ann = await userWithResults('ann', 1);
    const { id, first } = ann;
    const renaming = { id, folderName: first.folderName, new_name: ODD_NAME };
    expect(await ann.asked('renameFolder', renaming, 'rename-once')).toEqual({ folder_name: ODD_NAME });
    expect(await ann.asked('renameFolder', renaming, 'rename-once')).toEqual({ folder_name: ODD_NAME });
    expect(await ann.ask('renameFolder', renaming)).toEqual({ refused: 'FOLDER_NOT_FOUND' });
    expect(await ann.asked('listFiles', { id })).toMatchObject({
      files: [
        {
          filename: ODD_NAME,
          display_name: ODD_NAME,
          run_id: first.runId,
          // The facts that distinguish it from other results.
          result: {
            ...{ strategy: 'momentum', timeframe: '24h', total_return: 0.25, sharpe_ratio: 1.5 },
            ...{ cagr: 1.4, benchmark_return: 0.3 },
            ...{ starting_capital: 10_000, slippage: 0, drift_band_percent: 0, rebalance_every: 'bar' },
            critical_findings: 0,
          },
        },
      ],
    });
    expect((await ann.settingsIn(ODD_NAME)).run).toBe(first.runId);
    expect(await ann.ask('listFolder', { id, folderName: first.folderName })).toEqual({
      refused: 'FOLDER_NOT_FOUND',
    });
    const ended = await running.client.request(
      MESSAGES.awaitRun,
      { run_id: first.runId, waitMs: 0 },
      ann.context(),
    );
    expect(outputOf(ended).result).toMatchObject({ success: true, filename: ODD_NAME, cost_vut: 0.0001 });
    const back = { id, folderName: ODD_NAME, new_name: first.folderName };
    await ann.asked('renameFolder', back);
    expect(await ann.folderNames()).toEqual([first.folderName]);
  });

  // spec: decisions.26
  test('has its own name in its chat, whatever the case', async () => {
    const bob = await userWithResults('bob', 2);
    const { id, first, second } = bob;
    await bob.asked('renameFolder', { id, folderName: first.folderName, new_name: 'Best' });
    const taken = { refused: 'FOLDER_NAME_TAKEN' };
    for (const new_name of ['best', first.folderName, second.folderName.replace(/.$/, 'x')])
      expect(await bob.ask('renameFolder', { id, folderName: second.folderName, new_name })).toEqual(taken);
    const swap = [
      { id, folderName: 'Best', new_name: 'Other' },
      { id, folderName: second.folderName, new_name: 'Best' },
      { id, folderName: 'Other', new_name: 'BETTER' },
    ];
    for (const renaming of swap) await bob.asked('renameFolder', renaming);
    expect((await bob.settingsIn('Best')).run).toBe(second.runId);
    expect((await bob.settingsIn('BETTER')).run).toBe(first.runId);
  });

  // spec: decisions.10
  test('has notes, which its settings carry, whatever it is called', async () => {
    const cat = await userWithResults('cat', 1);
    const { id, first } = cat;
    cat.knows(first.sequence);
    expect((await cat.settingsIn(first.folderName)).notes).toBe('');
    const notes = 'Only with low fees. 🙂\n"quoted" \u0000 שלום';
    const saving = { id, folderName: first.folderName, notes };
    expect(await cat.asked('saveNotes', saving)).toEqual({ notes });
    expect(await cat.settingsIn(first.folderName)).toMatchObject({ run: first.runId, notes });
    await cat.asked('renameFolder', { id, folderName: first.folderName, new_name: 'Best' });
    expect((await cat.settingsIn('Best')).notes).toBe(notes);
    expect(await cat.asked('saveNotes', { id, folderName: 'Best', notes: '' })).toEqual({ notes: '' });
    expect((await cat.settingsIn('Best')).notes).toBe('');
    expect(await cat.ask('saveNotes', saving)).toEqual({ refused: 'FOLDER_NOT_FOUND' });
    const tooLong = { id, folderName: 'Best', notes: 'x'.repeat(10_001) };
    expect(await cat.ask('saveNotes', tooLong)).toEqual({ refused: 'NOTES_TOO_LONG' });
  });

  test('shows the candles of its coins, and of nothing else, to its user', async () => {
    const fay = await userWithResults('fay', 1);
    const { id, first } = fay;
    const asked = { id, folderName: first.folderName, coin: 'BTC' };
    const whole = await fay.asked('readCoinCandles', asked);
    expect(whole.times.length).toBeGreaterThan(60);
    expect(whole).toMatchObject({ bar_ms: 86_400_000, candle_ms: 86_400_000 });
    const [from_ms, until_ms] = [whole.times[1], whole.times[3]];
    const part = await fay.asked('readCoinCandles', { ...asked, from_ms, until_ms });
    expect(part).toMatchObject({ times: whole.times.slice(1, 3), high: whole.high.slice(1, 3), until_ms });
    const few = await fay.asked('readCoinCandles', { ...asked, at_most: 50 });
    expect(few.candle_ms).toBe(2 * whole.candle_ms);
    expect(Math.max(...few.high)).toBe(Math.max(...whole.high));
    expect(await fay.ask('readCoinCandles', { ...asked, coin: 'DOGE' })).toMatchObject({
      refused: 'UNKNOWN_COIN',
    });
    const foreign = openUser(running.client, 'stranger');
    expect(await foreign.ask('readCoinCandles', asked)).toEqual({ refused: 'CHAT_NOT_FOUND' });
  });

  test('says which capital can trade it, to its user, unless its table is of other candles', async () => {
    const eli = await userWithResults('eli', 1);
    const { id, first } = eli;
    const header = 'timestamp,target_BTC,target_USDT,turnover\n';
    const rows = Array.from({ length: 91 }, (_, day) => `${day},0.1,0.9,${day === 0 ? 0.1 : 0}\n`);
    const table = header + rows.join('');
    const run = await completeRun(running, { userId: 'eli', chatId: id, runId: 'eli-run-0002', table });
    eli.knows(run.sequence);
    const check = await eli.asked('checkCapital', { id, folderName: run.folderName });
    // A tenth of it has to be 5.25 USDT, cut to a lot of 0.42 USDT.
    expect(check.smallest_capital_usdt).toBeGreaterThanOrEqual(53);
    expect(check.smallest_capital_usdt).toBeLessThan(60);
    expect(check.points.at(-1)).toMatchObject({ capital_usdt: 100_000, orders: 1, can_follow: true });
    const early = { id, folderName: first.folderName };
    expect(await eli.ask('checkCapital', early)).toEqual({ refused: 'FILE_NOT_FOUND' });
    const foreign = openUser(running.client, 'fin');
    expect(await foreign.ask('checkCapital', early)).toEqual({ refused: 'CHAT_NOT_FOUND' });
  });

  test('is listed with those of all chats, searched and page by page, for its user only', async () => {
    const gil = await userWithResults('gil', 2);
    const other = await gil.asked('createChat', { name: 'Breakouts (fast)' });
    const third = await completeRun(running, { userId: 'gil', chatId: other.id, runId: 'gil-run-0003' });
    gil.knows(third.sequence);
    const { first, second } = gil;
    await gil.asked('renameFolder', { id: other.id, folderName: third.folderName, new_name: 'Best' });
    const runsOf = async (input: { search?: string; limit?: number; after_run_id?: string }) =>
      (await gil.asked('listResults', { limit: 20, ...input })).results.map(({ file }) => file.run_id);
    expect(await runsOf({})).toEqual([third.runId, second.runId, first.runId]);
    expect(await runsOf({ limit: 2 })).toEqual([third.runId, second.runId]);
    expect(await runsOf({ limit: 2, after_run_id: second.runId })).toEqual([first.runId]);
    expect(await runsOf({ search: 'breakouts (FAST) btc' })).toEqual([third.runId]);
    expect(await runsOf({ search: 'best' })).toEqual([third.runId]);
    expect(await runsOf({ search: 'momentum 1 day' })).toHaveLength(3);
    expect(await runsOf({ search: '.*' })).toEqual([]);
    const one = await gil.asked('readResult', { run_id: third.runId });
    expect(one).toMatchObject({
      ...{ backtest_id: other.id, backtest_name: 'Breakouts (fast)' },
      file: { display_name: 'Best', run_id: third.runId, result: { total_return: 0.25 } },
    });
    const foreign = openUser(running.client, 'hal');
    const unknown = { refused: 'RUN_NOT_FOUND' };
    expect(await foreign.ask('readResult', { run_id: third.runId })).toEqual(unknown);
    expect(await foreign.ask('listResults', { limit: 20, after_run_id: third.runId })).toEqual(unknown);
    expect(await foreign.asked('listResults', { limit: 20 })).toEqual({ results: [] });
    await gil.asked('deleteFolder', { id: gil.id, folderName: second.folderName });
    expect(await gil.ask('readResult', { run_id: second.runId })).toEqual(unknown);
    expect(await runsOf({ after_run_id: second.runId })).toEqual([first.runId]);
    await gil.asked('deleteChat', { id: other.id });
    expect(await gil.ask('readResult', { run_id: third.runId })).toEqual(unknown);
    expect(await runsOf({})).toEqual([first.runId]);
  });

  // spec: decisions.17, decisions.41, decisions.46
  test('is deleted by name or by run, and is then gone for every query, but not from the history', async () => {
    const dan = await userWithResults('dan', 2);
    const { id, first, second } = dan;
    await dan.asked('renameFolder', { id, folderName: second.folderName, new_name: 'Newest' });
    const named = ({ runId: run_id }: { runId: string }, name: unknown, has_result: boolean) => ({
      ...{ run_id, backtest_id: id, name, has_result },
    });
    expect((await dan.asked('listRuns', {})).runs).toEqual([
      named(second, 'Newest', true),
      named(first, expect.not.stringContaining('strategy_'), true),
    ]);
    await dan.asked('saveNotes', { id, folderName: 'Newest', notes: 'canary' });
    const deleting = { id, folderName: 'Newest' };
    expect(await dan.asked('deleteFolder', deleting, 'delete-once')).toEqual({ deleted: true });
    expect(await dan.asked('deleteFolder', deleting, 'delete-once')).toEqual({ deleted: true });
    expect(await dan.folderNames()).toEqual([first.folderName]);
    expect(await dan.asked('getResults', { id })).toMatchObject({ summary: `Result of ${first.runId}` });
    const gone = { refused: 'FOLDER_NOT_FOUND' };
    expect(await dan.ask('deleteFolder', deleting)).toEqual(gone);
    expect(await dan.ask('deleteRun', { id, run_id: second.runId })).toEqual(gone);
    expect(await dan.ask('readFolderFile', { ...deleting, filename: 'Table' })).toEqual(gone);
    expect(await dan.ask('saveNotes', { id, folderName: second.folderName, notes: 'x' })).toEqual(gone);
    expect(await dan.asked('deleteRun', { id, run_id: first.runId })).toEqual({ deleted: true });
    expect(await dan.ask('getResults', { id })).toEqual({ refused: 'RESULTS_NOT_FOUND' });
    expect((await dan.asked('listRuns', {})).runs.map(({ has_result }) => has_result)).toEqual([
      false,
      false,
    ]);
    const ended = await running.client.request(
      MESSAGES.awaitRun,
      { run_id: second.runId, waitMs: 0 },
      dan.context(),
    );
    expect(outputOf(ended).result).toMatchObject({ success: true, filename: null });
    const { runs } = outputOf(await running.client.request(exportOf('backtest'), {}, dan.context()));
    expect(runs).toEqual(
      [second, first].map(({ runId }) =>
        expect.objectContaining({ id: runId, charged_vut: 0.0001, folder: null, notes: '', files: [] }),
      ),
    );
  });

  test('of another run under the same name is another folder', async () => {
    const kai = await userWithResults('kai', 0);
    const { id } = kai;
    const at = '2026-01-02T03:04:05.678Z';
    const run = { userId: 'kai', chatId: id, at };
    const { folderName } = await completeRun(running, { ...run, runId: 'one-abcdefgh' });
    const { sequence } = await completeRun(running, { ...run, runId: 'two-abcdefgh' });
    kai.knows(sequence);
    expect(await kai.folderNames()).toEqual([folderName, folderName]);
    expect((await kai.settingsIn(folderName)).run).toBe('one-abcdefgh');
    await kai.asked('renameFolder', { id, folderName, new_name: 'First' });
    expect((await kai.settingsIn(folderName)).run).toBe('two-abcdefgh');
    await kai.asked('deleteFolder', { id, folderName });
    expect(await kai.folderNames()).toEqual(['First']);
    expect((await kai.settingsIn('First')).run).toBe('one-abcdefgh');
  });

  test('of another chat or user, or of a run under way, is not there', async () => {
    const eva = await userWithResults('eva', 1);
    const fay = await userWithResults('fay', 1);
    const other = (await eva.asked('createChat', { name: 'Other' })).id;
    const { folderName, runId } = eva.first;
    const gone = { refused: 'FOLDER_NOT_FOUND' };
    expect(await eva.ask('deleteFolder', { id: other, folderName })).toEqual(gone);
    expect(await eva.ask('deleteRun', { id: other, run_id: runId })).toEqual(gone);
    expect(await fay.ask('deleteRun', { id: fay.id, run_id: runId })).toEqual(gone);
    expect(await fay.ask('deleteFolder', { id: eva.id, folderName })).toEqual({ refused: 'CHAT_NOT_FOUND' });
    eva.knows(eva.first.sequence);
    expect(await eva.folderNames()).toEqual([folderName]);
  });
});

test('of a deleted chat nothing is shown or exported but that its runs were, though their files are gone', async () => {
  const zoe = await userWithResults('zoe', 1);
  const { id, first } = zoe;
  await zoe.asked('saveNotes', { id, folderName: first.folderName, notes: 'Mine' });
  await zoe.asked('deleteChat', { id });
  const asking = { run_id: first.runId, waitMs: 0 };
  const ended = outputOf(await running.client.request(MESSAGES.awaitRun, asking, zoe.context()));
  expect(ended.result).toMatchObject({ success: true, filename: null, prints: null });
  const { chats, runs } = outputOf(
    await running.client.request(exportOf('backtest'), {}, zoe.context()),
  ) as Record<string, unknown>;
  expect(chats).toEqual([]);
  expect(runs).toMatchObject([{ id: first.runId, status: 'completed', folder: null, notes: '', files: [] }]);
});

// spec: decisions.4
test('results in the private chat are the user’s own', async () => {
  const gus = openUser(running.client, 'gus');
  await gus.asked('getFirstChat', {});
  const id = (await gus.asked('listChats', {})).find(({ status }) => status === 'private')?.id ?? '';
  const { folderName } = await completeRun(running, { userId: 'gus', chatId: id, runId: 'gus-run-0001' });
  await gus.asked('saveNotes', { id, folderName, notes: 'Mine' });
  await gus.asked('renameFolder', { id, folderName, new_name: 'Best' });
  const best = { item_type: 'backtest_result', item_id: 'Best', backtest_id: id } as const;
  expect(await gus.asked('addFavorite', best)).toEqual({ favorited: true });
  expect(await gus.ask('duplicateChat', { id })).toEqual({ refused: 'PRIVATE_CHAT_READ_ONLY' });
  await gus.asked('deleteFolder', { id, folderName: 'Best' });
  expect(await gus.asked('listFiles', { id })).toEqual({ files: [] });
});

describe('favourites', () => {
  // spec: decisions.13, decisions.42
  test('follow renames, keep their order, and disappear with their items', async () => {
    const hal = await userWithResults('hal', 1);
    const { id, first } = hal;
    const code = '# Momentum\ndef strategy(candles, settings): ...\n';
    const { final_name: filename } = await hal.asked('applyStrategy', { id, strategy_code: code });
    const folder = { item_type: 'backtest_result', item_id: first.folderName, backtest_id: id } as const;
    const file = { item_type: 'strategy', item_id: filename, backtest_id: id } as const;
    for (const item of [folder, file, folder])
      expect(await hal.asked('addFavorite', item)).toEqual({ favorited: true });
    expect(await hal.asked('listFavorites', {})).toEqual({ favorites: [folder, file] });
    await hal.asked('renameStrategy', { id, filename, new_filename: 'Best' });
    await hal.asked('renameFolder', { id, folderName: first.folderName, new_name: ODD_NAME });
    const renamed = [
      { ...folder, item_id: ODD_NAME },
      { ...file, item_id: 'strategy_Best.py' },
    ] as const;
    expect(await hal.asked('listFavorites', {})).toEqual({ favorites: renamed });
    expect(await hal.asked('removeFavorite', file)).toEqual({ favorited: false });
    expect(await hal.asked('removeFavorite', renamed[0])).toEqual({ favorited: false });
    expect(await hal.asked('listFavorites', {})).toEqual({ favorites: [renamed[1]] });
    await hal.asked('deleteStrategy', { id, filename: 'strategy_Best.py' });
    await hal.asked('addFavorite', renamed[0]);
    expect(await hal.asked('listFavorites', {})).toEqual({ favorites: [renamed[0]] });
    await hal.asked('deleteChat', { id });
    expect(await hal.asked('listFavorites', {})).toEqual({ favorites: [] });
  });

  test('are of things that exist', async () => {
    const { id, ask, first } = await userWithResults('ida', 1);
    const item = { item_id: 'nothing', backtest_id: id };
    expect(await ask('addFavorite', { ...item, item_type: 'strategy' })).toEqual({
      refused: 'STRATEGY_FILE_NOT_FOUND',
    });
    expect(await ask('addFavorite', { ...item, item_type: 'backtest_result' })).toEqual({
      refused: 'FOLDER_NOT_FOUND',
    });
    const stranger = openUser(running.client, 'ivo');
    const foreign = { item_type: 'backtest_result', item_id: first.folderName, backtest_id: id } as const;
    expect(await stranger.ask('addFavorite', foreign)).toEqual({ refused: 'CHAT_NOT_FOUND' });
    expect(await stranger.asked('listFavorites', {})).toEqual({ favorites: [] });
  });
});

// spec: decisions.54
test('the export has names, notes and favourites as they are', async () => {
  const jan = await userWithResults('jan', 1);
  const { id, first } = jan;
  await jan.asked('renameFolder', { id, folderName: first.folderName, new_name: ODD_NAME });
  await jan.asked('saveNotes', { id, folderName: ODD_NAME, notes: 'Only with low fees' });
  await jan.asked('renameChat', { id, name: 'Ü' });
  const favorite = { item_type: 'backtest_result', item_id: ODD_NAME, backtest_id: id } as const;
  await jan.asked('addFavorite', favorite);
  const exported = await running.client.request(exportOf('backtest'), {}, jan.context());
  expect(isRefusal(exported)).toBe(false);
  expect(outputOf(exported)).toMatchObject({
    chats: [{ id, name: 'Ü' }],
    runs: [{ id: first.runId, folder: ODD_NAME, notes: 'Only with low fees' }],
    favorites: [favorite],
  });
});
