// Links to results through the whole service: made, read by anybody, and ended in every way there is.
import { hash } from 'node:crypto';
import { exportOf, messageOf, type RouteInput, streamOf } from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { outputOf } from '@tradeium/service-kit';
import { sharedByTests, silentLog } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { describe, expect, test } from 'vitest';
import { completeRun } from '../fixtures/completed-run.ts';
import { openUser, startRunningService } from '../fixtures/running-service.ts';
import { SETTINGS } from '../fixtures/workspace-facts.ts';
import { workspaceAggregate } from './domain/workspace.ts';

const running = sharedByTests(() => startRunningService({ withLedger: false }));

const CODE = 'def strategy(candles, settings):\n    return 42\n';
const STATISTICS = {
  findings: [],
  total_return: 0.25,
  curves: { timestamp: ['2024-01-01T00:00:00.000Z'], portfolio: [12_500], prices: { BTC: { close: [1] } } },
};
const GONE = { refused: 'SHARED_RESULT_NOT_FOUND' };

/** Anybody: no user, no session, and no writes to wait for. */
const read = (token: string) => {
  const request = { commandId: `read-${token}`, correlationId: 'anybody' };
  return running.client.request(messageOf('readSharedResult'), { token }, request);
};

/** The text of all commits of the backtest stream. */
const backtestEventsOf = async (nc: NatsConnection): Promise<string> => {
  const stream = streamOf('backtest');
  const { state } = await (await nc.jetstreamManager()).streams.info(stream);
  const consumer = await nc.jetstream().consumers.get(stream);
  const texts: string[] = [];
  for await (const message of await consumer.fetch({ max_messages: state.messages, expires: 5_000 }))
    texts.push(`${message.subject} ${Buffer.from(message.data).toString('utf8')}`);
  return texts.join('\n');
};

/** A user with a chat and a result; a private strategy leaves no code. */
const userWithResult = async (userId: string, isPrivate = false) => {
  const user = openUser(running.client, userId);
  const { id } = await user.asked('createChat', { name: 'Momentum' });
  const runId = `${userId}-run-0001`;
  const settings = { ...SETTINGS, strategy: 'strategy_momentum.py', run: runId, notes: 'for my bank' };
  const files = {
    Settings: JSON.stringify(settings),
    Statistics: JSON.stringify(STATISTICS),
    ...(isPrivate ? {} : { Strategy: CODE }),
  };
  const run = await completeRun(running, { userId, chatId: id, runId, files });
  user.knows(run.sequence);
  const share = (asked: Partial<RouteInput<'shareResult'>> = {}) =>
    user.asked('shareResult', { backtest_id: id, run_id: runId, ...asked });
  const links = async () => (await user.asked('listSharedLinks', {})).links;
  return { ...user, id, runId, run, share, links };
};

describe('a link', () => {
  test('shows figures and settings to anybody, nothing of the account, and no code', async () => {
    const ann = await userWithResult('ann');
    const { token, link } = await ann.share();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const shown = outputOf(await read(token));
    expect(shown).toEqual({
      strategy: 'momentum',
      made_at: expect.any(String),
      expires_at: link.expires_at,
      settings: { ...SETTINGS, strategy: 'strategy_momentum.py' },
      statistics: {
        ...STATISTICS,
        curves: { timestamp: STATISTICS.curves.timestamp, portfolio: STATISTICS.curves.portfolio },
      },
      code: null,
    });
    for (const secret of ['ann', ann.id, ann.runId, 'for my bank', link.id])
      expect(JSON.stringify(shown)).not.toContain(secret);
  });

  test('shows the code where its user wants that', async () => {
    const bea = await userWithResult('bea');
    const { token } = await bea.share({ show_code: true, days: null });
    expect(outputOf(await read(token))).toMatchObject({ code: CODE, expires_at: null });
  });

  test('is kept as a hash, and listed with its end', async () => {
    const cat = await userWithResult('cat');
    const { token, link } = await cat.share({ days: 7 });
    expect(link.id).toBe(hash('sha256', token, 'base64url'));
    expect(Date.parse(link.expires_at ?? '') - Date.parse(link.created_at)).toBe(7 * 86_400_000);
    expect(await cat.links()).toEqual([{ ...link, state: 'active' }]);
    expect(link).toMatchObject({ backtest_id: cat.id, run_id: cat.runId, shows_code: false });
    const exported = outputOf(await running.client.request(exportOf('backtest'), {}, cat.context()));
    expect(exported.shared_links).toMatchObject([{ id: link.id, run_id: cat.runId }]);
    expect(JSON.stringify([exported, await cat.links()])).not.toContain(token);
    const events = await backtestEventsOf(running.nc);
    expect(events).toContain(link.id);
    expect(events).not.toContain(token);
  });

  test('has its token in one answer: the same command again has none to show', async () => {
    const dan = await userWithResult('dan');
    const asked = { backtest_id: dan.id, run_id: dan.runId };
    await dan.asked('shareResult', asked, 'share-once');
    expect(await dan.ask('shareResult', asked, 'share-once')).toEqual({ refused: 'COMMAND_ID_REUSED' });
    expect(await dan.links()).toHaveLength(1);
  });

  test('of the private strategy shows its figures, and never code', async () => {
    const eve = await userWithResult('eve', true);
    const asked = { backtest_id: eve.id, run_id: eve.runId, show_code: true };
    expect(await eve.ask('shareResult', asked)).toEqual({ refused: 'NO_CODE_TO_SHOW' });
    const { token } = await eve.share();
    expect(outputOf(await read(token))).toMatchObject({ code: null, statistics: { total_return: 0.25 } });
  });
});

describe('nothing is shown', () => {
  test('by what is no link', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), 'A'.repeat(101), hash('sha256', 'x', 'base64url')])
      expect(await read(token)).toEqual(GONE);
  });

  test('once the link is revoked: by its id, by its user only', async () => {
    const [fay, guy] = [await userWithResult('fay'), await userWithResult('guy')];
    const { token, link } = await fay.share();
    const { token: other } = await fay.share();
    expect(await guy.ask('revokeSharedLink', { id: link.id })).toEqual(GONE);
    expect(outputOf(await read(token)).strategy).toBe('momentum');
    await fay.asked('revokeSharedLink', { id: link.id }, 'revoke-once');
    await fay.asked('revokeSharedLink', { id: link.id }, 'revoke-once');
    expect(await read(token)).toEqual(GONE);
    expect(await read(link.id)).toEqual(GONE);
    expect(outputOf(await read(other)).strategy).toBe('momentum');
    expect(await fay.links()).toHaveLength(1);
    expect(await fay.ask('revokeSharedLink', { id: link.id })).toEqual(GONE);
  });

  test('once the link has expired, and its user sees that', async () => {
    const hal = await userWithResult('hal');
    const token = 'an-expired-token';
    const linkId = hash('sha256', token, 'base64url');
    const past = { at: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-08T00:00:00.000Z' };
    const { nc } = running;
    const workspaces = openAggregates({ nc, log: silentLog, now: () => new Date() }, workspaceAggregate);
    const ids = { userId: 'hal', chatId: hal.id, runId: hal.runId };
    const written = await workspaces.execute('hal', { commandId: 'share-long-ago', userId: 'hal' }, () => [
      { type: 'ResultShared', data: { ...ids, linkId, showsCode: false, ...past } },
    ]);
    if (!written.ok) throw new Error(written.refusal.refused);
    hal.knows(written.sequence);
    expect(await hal.links()).toMatchObject([{ id: linkId, state: 'expired' }]);
    expect(await read(token)).toEqual(GONE);
  });

  test('once its result or its chat is deleted', async () => {
    const [ida, jon] = [await userWithResult('ida'), await userWithResult('jon')];
    const [ofFolder, ofChat] = [await ida.share(), await jon.share()];
    await ida.asked('deleteFolder', { id: ida.id, folderName: ida.run.folderName });
    await jon.asked('deleteChat', { id: jon.id });
    for (const { token } of [ofFolder, ofChat]) expect(await read(token)).toEqual(GONE);
    for (const user of [ida, jon]) expect(await user.links()).toEqual([]);
  });

  test('once the account is deleted', async () => {
    const kim = await userWithResult('kim');
    const { token } = await kim.share();
    const { nc } = running;
    const workspaces = openAggregates({ nc, log: silentLog, now: () => new Date() }, workspaceAggregate);
    await workspaces.execute('kim', { commandId: 'erase', userId: 'kim' }, () => [
      { type: 'WorkspaceErased', data: { userId: 'kim', chatIds: [kim.id] } },
    ]);
    expect(await read(token)).toEqual(GONE);
  });

  test("of somebody else's result", async () => {
    const [lea, max] = [await userWithResult('lea'), await userWithResult('max')];
    const asked = { backtest_id: max.id, run_id: lea.runId };
    expect(await max.ask('shareResult', asked)).toEqual({ refused: 'FOLDER_NOT_FOUND' });
    expect(await max.ask('shareResult', { ...asked, backtest_id: lea.id })).toEqual({
      refused: 'CHAT_NOT_FOUND',
    });
    expect(await max.links()).toEqual([]);
  });
});
