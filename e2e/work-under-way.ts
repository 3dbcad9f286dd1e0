// Work under way while a replica is killed, and its required outcome: arrivals, runs, replies, a purchase, streams, a rebalance.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type AccountUpdate, VUT_PER_USD, WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { until } from '@tradeium/testing/until';
import { expect } from 'vitest';
import { type BegunReply, beginReply, readReply, sentEvents, stoppedReply } from './agent-story.ts';
import {
  type ApiAnswer,
  type ApiClient,
  type ApiUrls,
  openClient,
  PASSWORD,
  registerUser,
} from './api-client.ts';
import { aftermathOf, endOfRun, SLOW_MOMENTUM, saveStrategy, untilStep } from './backtest-story.ts';
import { checkout } from './checkout.ts';
import { verificationLink } from './mailbox.ts';
import { control, openTrader, rebalance, settledAudit, type Trader } from './trading-chaos.ts';

export type WorkUnderWay = {
  /** Ends what would not end on its own, waits for the end, and checks it. */
  finish(): Promise<void>;
};

type Urls = ApiUrls & { readonly nats: string; readonly exchange: string };

const END = { timeout: 60_000, interval: 200 };
const RUNS = 4;
/** Two of each user: so many that the killed process has some. */
const REPLIES = 10;
const STREAMS = 4;
const TRADERS = 2;
/** One after the other, so that someone arrives at every moment. */
const ARRIVING = 3;
const USD = 25;

/** Repeats a call, like a client after a broken connection or a short outage. */
export const untilAnswered = (call: () => Promise<ApiAnswer>): Promise<ApiAnswer> =>
  until('an answer', async () => {
    const answer = await call();
    return answer.status < 500 ? answer : undefined;
  });

/**
 * Registers, verifies the address and logs in. A repeated registration needs the password with its token, and the token of an
 * answer that was lost is used up: whether it worked, the login shows.
 */
const arrive = async (urls: Urls): Promise<ApiClient> => {
  const client = openClient(urls);
  const account = { email: `arriving-${randomUUID()}@example.com`, password: PASSWORD };
  expect((await untilAnswered(() => client.call('register', account))).status).toBe(200);
  const link = new URL(await verificationLink(urls.mail, account.email));
  const token = link.searchParams.get('token') ?? '';
  await untilAnswered(() => client.call('verifyEmail', { token, password: PASSWORD }));
  expect((await untilAnswered(() => client.call('login', account))).status).toBe(200);
  return client;
};

/** People who register and log in, one after the other; each is let in and welcomed once. */
export const arrivalsUnderWay = async (urls: Urls): Promise<WorkUnderWay> => {
  const arrived: ApiClient[] = [];
  let isOver = false;
  const arriving = Promise.all(
    Array.from({ length: ARRIVING }, async () => {
      while (!isOver) arrived.push(await arrive(urls));
    }),
  );
  // It is awaited at the end only.
  arriving.catch(() => undefined);
  await expect.poll(() => arrived.length, END).toBeGreaterThanOrEqual(ARRIVING);
  return {
    finish: async () => {
      const before = arrived.length;
      await expect.poll(() => arrived.length, END).toBeGreaterThanOrEqual(before + 2 * ARRIVING);
      isOver = true;
      await arriving;
      for (const client of arrived) {
        const welcomed = () =>
          client.get('getBalance', {}).then(({ subscription }) => subscription.vut_remaining);
        await expect.poll(() => welcomed().catch(() => 0), END).toBe(WELCOME_CREDITS_VUT);
      }
    },
  };
};

/** Runs of strategies that are being computed by both processes; each has one result and is charged once. */
export const runsUnderWay = async (urls: Urls): Promise<WorkUnderWay> => {
  const begin = async () => {
    const user = await registerUser(urls);
    const input = { ...(await saveStrategy(user, SLOW_MOMENTUM)), run_id: `run-${randomUUID()}` };
    const ended = endOfRun(user, input, END.timeout);
    // It is awaited at the end only.
    ended.catch(() => undefined);
    await untilStep(user, input.run_id, 'running_strategy');
    return { user, input, ended };
  };
  const begun = await Promise.all(Array.from({ length: RUNS }, begin));
  return {
    finish: async () => {
      for (const { user, input, ended } of begun) {
        expect((await ended).body).toMatchObject({ success: true, run_id: input.run_id });
        await expect
          .poll(() => aftermathOf(user, input).catch((cause) => cause), END)
          .toEqual({ folders: 1, charges: 1, missing: 0 });
      }
    },
  };
};

/** Replies that are being written by both processes, each with a reader. */
export const repliesUnderWay = async (urls: Urls): Promise<WorkUnderWay> => {
  const users = await Promise.all(Array.from({ length: REPLIES / 2 }, () => registerUser(urls)));
  const begun = await Promise.all(
    Array.from({ length: REPLIES }, async (_, n) => {
      const user = users[n % users.length] as ApiClient;
      return { user, reply: await beginReply(user, 'Hold the top 3 coins by momentum [fault: endless]') };
    }),
  );
  const signal = AbortSignal.timeout(END.timeout);
  const reading = begun.map(({ user, reply }) => readReply(user, reply, signal));
  const checked = async ({ user, reply }: { user: ApiClient; reply: BegunReply }, n: number) => {
    const ended = await stoppedReply(user, reply, END.timeout);
    const read = await reading[n];
    expect(read?.text).toBe(ended.content);
    expect(ended.cost_vut).toBeLessThanOrEqual(reply.atMost);
    if (ended.status === 'stopped') expect(read?.end).toMatchObject({ type: 'complete', status: 'stopped' });
    else expect(read).toMatchObject({ end: { error: expect.stringContaining('interrupted') } });
    return ended.status;
  };
  return {
    finish: async () => {
      const statuses = await Promise.all(begun.map(checked));
      expect(statuses).toContain('interrupted');
    },
  };
};

/** A purchase that is paid and not yet settled. */
export const purchaseUnderWay = async (urls: Urls): Promise<WorkUnderWay> => {
  const buyer = await registerUser(urls);
  const left = async () => (await buyer.get('getBalance', {})).subscription.vut_remaining;
  const before = await left();
  const order = { amount_usd: USD, credits_amount: USD * VUT_PER_USD };
  const { payment_url } = await buyer.get('createInvoice', order);
  await checkout(payment_url, 'pay');
  return {
    finish: () => expect.poll(() => left().catch(() => 0), END).toBe(before + USD * VUT_PER_USD),
  };
};

/** Streams of account updates through both gateways, each opened again when it breaks. */
export const streamsUnderWay = async (urls: Urls): Promise<WorkUnderWay> => {
  const user = await registerUser(urls);
  const over = new AbortController();
  const readers = Array.from({ length: STREAMS }, () => ({ isOpen: false, updates: 0, broken: 0 }));
  const follow = async (reader: (typeof readers)[number]) => {
    while (!over.signal.aborted) {
      try {
        const response = await user.open('watchAccount', {}, over.signal);
        reader.isOpen = response.ok;
        for await (const { event } of sentEvents<AccountUpdate>(response))
          if (event.topic === 'chats') reader.updates += 1;
      } catch {
        // Broken: it is opened again.
      }
      reader.isOpen = false;
      reader.broken += 1;
      await delay(100);
    }
  };
  const following = readers.map(follow);
  const allOpen = () => expect.poll(() => readers.every(({ isOpen }) => isOpen), END).toBe(true);
  await allOpen();
  return {
    finish: async () => {
      await expect.poll(() => readers.some(({ broken }) => broken > 0), END).toBe(true);
      await allOpen();
      await user.get('createChat', { name: 'After the kill' });
      await expect.poll(() => readers.every(({ updates }) => updates > 0), END).toBe(true);
      over.abort();
      await Promise.all(following);
    },
  };
};

/** Users with a deployment each; this takes long enough to be done before there is any load. */
export const openTraders = (urls: Urls): Promise<Trader[]> =>
  Promise.all(Array.from({ length: TRADERS }, () => openTrader({ urls }, 1)));

/** Rebalances whose first orders are on their way to the exchange. */
export const rebalancesUnderWay = async (urls: Urls, traders: readonly Trader[]): Promise<WorkUnderWay> => {
  await control(urls.exchange, 'POST', '/faults', { fault: 'slow', number: 1_500, times: traders.length });
  const ending = Promise.all(traders.map(rebalance));
  const orders = ({ client, chatId: id }: Trader) =>
    client.get('listRebalances', { id }).then((all) => all.flatMap((one) => one.orders).length);
  await expect
    .poll(async () => Math.min(...(await Promise.all(traders.map(orders)))), END)
    .toBeGreaterThan(0);
  return {
    finish: async () => {
      await ending;
      const audit = await settledAudit({ urls });
      expect(audit).toMatchObject({ duplicates: [], orphans: [], open: [], differences: [], ok: true });
      expect(audit.orders).toBeGreaterThanOrEqual(traders.length);
    },
  };
};
