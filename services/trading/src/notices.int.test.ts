// Notices on real servers: signed to a webhook, repeated until they arrive, mailed, and listed with what happened to them.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type RunningTrading,
  startRunningTrading,
  TEST_KEYS,
  type TradingUser,
} from '../fixtures/running-trading.ts';

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** A webhook that gives the chosen answers in turn, then 204. */
const startReceiver = async () => {
  const received: Received[] = [];
  const answers: number[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(answers.shift() ?? 204, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=canary`;
  return { url, received, answers, close: () => server.close() };
};

let system: RunningTrading;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let user: TradingUser;
beforeAll(async () => {
  [system, receiver] = await Promise.all([startRunningTrading(), startReceiver()]);
  user = await system.openUser('ann');
});
afterAll(async () => {
  receiver?.close();
  await system?.stop();
});

const soon = <Value>(check: () => Value | Promise<Value>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 50 });

/** The check that docs/live-trading.md describes. */
const isSignedBy = ({ headers, body }: Received, secret: string): boolean => {
  const parts = String(headers['tradeium-signature']).split(',');
  const time = parts[0]?.slice('t='.length);
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return Math.abs(Date.now() / 1_000 - Number(time)) < 300 && parts.includes(`v1=${expected}`);
};

let secret = '';

describe('a webhook', () => {
  test('is given a secret with its first address, which is shown once', async () => {
    expect(await user.must('getNotices', {})).toMatchObject({ mail: true, webhook_url: null, notices: [] });
    const address = { mail: true, webhook_url: receiver.url };
    const saved = await user.must('saveNoticeChannels', address, 'first');
    expect(saved.webhook_secret).toMatch(/^whsec_.{40,}$/);
    expect((await user.must('saveNoticeChannels', address, 'first')).webhook_secret).toBe(
      saved.webhook_secret,
    );
    expect(await user.must('saveNoticeChannels', address)).toMatchObject({
      webhook_secret: null,
      has_secret: true,
    });
    expect(await user.must('getNotices', {})).toMatchObject({ webhook_secret: null });
    secret = saved.webhook_secret ?? '';
  });

  test('into the network of the server is refused', async () => {
    const inside = { mail: true, webhook_url: 'https://169.254.169.254/latest/meta-data' };
    expect(await user.ask('saveNoticeChannels', inside)).toMatchObject({
      refused: 'WEBHOOK_ADDRESS_INVALID',
    });
  });

  // spec: trading.39
  test('gets a signed notice, and a failed attempt is repeated with the same id', async () => {
    receiver.answers.push(500, 302);
    await user.must('sendTestNotice', {});
    await soon(() => expect(receiver.received).toHaveLength(3));
    const ids = receiver.received.map(({ headers }) => headers['tradeium-delivery']);
    expect(new Set(ids).size).toBe(1);
    expect(receiver.received.map(({ path }) => path)).toEqual(Array(3).fill('/hook?token=canary'));
    expect(receiver.received.every((each) => isSignedBy(each, secret))).toBe(true);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'test', id: ids[0] });
    await soon(async () => {
      const { notices } = await user.must('getNotices', {});
      expect(notices).toMatchObject([
        {
          webhook: { state: 'delivered', attempts: 3, detail: 'taken by a server on this machine' },
          mail: { state: 'delivered' },
        },
      ]);
    });
    expect(system.mails).toMatchObject([{ userId: 'ann', subject: 'A test notice' }]);
  });

  // spec: trading.40
  test('is signed with both secrets for a while after a new one was made', async () => {
    const rotated = (await user.must('rotateWebhookSecret', {})).webhook_secret ?? '';
    expect(rotated).not.toBe(secret);
    receiver.received.length = 0;
    await user.must('sendTestNotice', {});
    const [got] = await soon(() => {
      expect(receiver.received).toHaveLength(1);
      return receiver.received;
    });
    expect(got && [secret, rotated, 'another'].map((each) => isSignedBy(got, each))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

test('a stop is announced by mail and webhook, with the deployment that it stopped', async () => {
  receiver.received.length = 0;
  await user.deploy();
  await user.must('stopDeployment', { id: user.chatId });
  await soon(() => expect(receiver.received).toHaveLength(1));
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
    type: 'kill_switch',
    title: 'Trading of “Two coins, daily” was stopped',
    backtest_session_id: user.chatId,
  });
  await soon(() => expect(system.mails.at(-1)?.subject).toBe('Trading of “Two coins, daily” was stopped'));
});

// spec: trading.61
test('stopping all trading is one notice, and stays in the activity of each deployment', async () => {
  const other = await system.openUser('dee');
  const chats = ['dee-one', 'dee-two', 'dee-three'];
  for (const chat of chats) await other.deploy({ backtest_session_id: chat });
  expect(await other.must('stopAllTrading', {})).toEqual({ stopped: 3 });
  await soon(async () => {
    const stopped = await other.must('listActivity', {});
    expect(stopped.filter(({ action_type }) => action_type === 'stopped')).toHaveLength(3);
  });
  await soon(() => expect(system.mails.filter(({ userId }) => userId === 'dee')).toHaveLength(1));
  // Notices of later stops follow, so those of all three are known.
  for (const chat of chats) {
    await other.must('resumeDeployment', { id: chat });
    await other.must('stopDeployment', { id: chat });
  }
  await soon(async () => {
    const { notices } = await other.must('getNotices', {});
    expect(notices).toHaveLength(4);
    expect(notices.at(-1)).toMatchObject({
      title: 'All trading was stopped',
      backtest_session_id: null,
    });
  });
});

// spec: trading.41
test('a mandate that has expired pauses the deployment and is announced', async () => {
  const other = await system.openUser('bob');
  const mandate = {
    order_max_usdt: null,
    daily_turnover_max_usdt: null,
    drawdown_stop_percent: null,
    coins: null,
  };
  const past = { ...mandate, expires_at: new Date().toISOString() };
  expect(await other.deploy({ mandate: past })).toEqual({ refused: 'MANDATE_INVALID' });
  await other.deploy();
  await other.must('switchAutoRebalanceOn', { id: other.chatId });
  const limits = (expires_at: string) => ({ id: other.chatId, ...mandate, expires_at });
  expect(await other.ask('changeMandate', limits(new Date().toISOString()))).toMatchObject({
    refused: 'MANDATE_INVALID',
  });
  const end = new Date(Date.now() + 3_000).toISOString();
  await other.must('changeMandate', limits(end));
  await soon(() => expect(new Date().toISOString() >= end).toBe(true));
  const { id = '' } = (await other.must('getCurrentDeployment', {})) ?? {};
  await system.becomeDue('bob', id);
  expect(await other.must('getDeploymentStatus', { id: other.chatId })).toMatchObject({ status: 'paused' });
  await soon(() =>
    expect(system.mails.filter(({ userId }) => userId === 'bob')).toMatchObject([
      { subject: 'The mandate of “Two coins, daily” has expired' },
    ]),
  );
});

test('keys that the exchange refuses are noticed by the hourly look, once a day', async () => {
  const other = await system.openUser('cleo');
  const { apiKey: api_key, apiSecret: api_secret } = TEST_KEYS;
  await other.must('saveApiKeys', { exchange: 'binance', api_key, api_secret, is_testnet: false });
  await other.deploy({ mode: 'live' });
  await system.exchange('/faults', { fault: 'revoked-keys', api_key });
  await system.reconcileAll();
  await system.reconcileAll();
  await soon(() =>
    expect(system.mails.filter(({ userId }) => userId === 'cleo')).toMatchObject([
      { subject: 'The exchange refuses the keys of “Two coins, daily”' },
    ]),
  );
});

test('the export of the account has the address and the notices', async () => {
  expect(await user.exported()).toMatchObject({
    notices: {
      mail: true,
      webhook_url: receiver.url,
      newest: [{ kind: 'test' }, {}, { kind: 'kill_switch' }],
    },
  });
});

test('neither the address nor the secret is in what is stored', async () => {
  const stored = await system.storedText('TRADING');
  expect(stored).toContain('NoticeRaised');
  for (const word of ['canary', secret, '127.0.0.1']) expect(stored).not.toContain(word);
});
