// Kills the ledger, NATS, MongoDB and the gateway while a thousand credit commands and payments are under way.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type ErrorCode, isRefusal, MESSAGES, VUT_PER_USD, WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { openBlobs, openRequestClient, outputOf } from '@tradeium/service-kit';
import { until } from '@tradeium/testing/until';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectOperator } from '../../scripts/running-system.ts';
import { type RegisteredUser, registerUser } from '../api-client.ts';
import { checkout } from '../checkout.ts';
import { auditLedger } from '../ledger-audit.ts';
import { openStorm, type Storm } from '../ledger-storm.ts';
import { crash, type ProcessName, runningSystem } from '../running-system.ts';

const ACCOUNTS = 50;
/** Each a reserve and what settles it: a thousand commands, all sent before the first is answered. */
const OPERATIONS = 500;
const RICH_VUT = 10_000;
/** Enough for a few of its operations. */
const POOR_VUT = 9;
/** By then the storm is in full swing. */
const ANSWERS_BEFORE_CRASH = 100;
const BUYERS = 4;
const REPEATERS = 50;
const SETTLED_TIMEOUT_MS = 60_000;

const crashes: readonly (readonly ProcessName[])[] = [
  ['credits-ledger'],
  ['nats'],
  ['mongodb'],
  ['gateway'],
  ['credits-ledger', 'nats', 'mongodb', 'gateway'],
];

type Purchase = { readonly usd: number; readonly id: string; readonly key: string };

let nc: NatsConnection;
let storm: Storm;
let buyers: RegisteredUser[];
const purchases = new Map<RegisteredUser, Purchase[]>();

beforeAll(async () => {
  nc = await connectOperator(runningSystem());
  const vutOf = Array.from({ length: ACCOUNTS }, (_, at) => (at % 5 === 0 ? POOR_VUT : RICH_VUT));
  storm = await openStorm(nc, vutOf);
  buyers = await Promise.all(Array.from({ length: BUYERS }, () => registerUser(runningSystem())));
});
afterAll(() => nc?.close());

/** Orders credits under one key until there is an invoice, and pays it; every refusal on the way must be legitimate. */
const buy = async (buyer: RegisteredUser, usd: number): Promise<void> => {
  const key = randomUUID();
  const input = { amount_usd: usd, credits_amount: usd * VUT_PER_USD };
  const order = () => orderUnder(buyer, key, input);
  const { payment_id: id, payment_url } = await until('an invoice', order);
  expect(await until('the same invoice', order)).toMatchObject({ payment_id: id });
  const pay = async () => {
    await checkout(payment_url, 'pay');
    return true;
  };
  await until('the payment page', pay);
  purchases.set(buyer, [...(purchases.get(buyer) ?? []), { usd, id, key }]);
};

const orderUnder = async (
  buyer: RegisteredUser,
  key: string,
  input: { amount_usd: number; credits_amount: number },
) => {
  const answer = await buyer.call('createInvoice', input, { headers: { 'idempotency-key': key } });
  if (answer.status === 200) return answer.body as { payment_url: string; payment_id: string };
  if (!AWAY.includes(answer.code)) expect(answer).toMatchObject({ status: 200 });
  throw new Error(`no invoice: ${answer.code}`);
};

const AWAY: readonly (ErrorCode | undefined)[] = [
  'SERVICE_UNAVAILABLE',
  'PAYMENTS_UNAVAILABLE',
  'CONCURRENT_CHANGE',
];

/** Reads the balance until `isOver`: whatever breaks, the answer is a balance or an outage. */
const lookAt = async (buyer: RegisteredUser, isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    const answer = await buyer.call('getBalance', {}).catch(() => undefined);
    if (answer?.status === 200)
      expect(
        (answer.body as { subscription: { vut_remaining: number } }).subscription.vut_remaining,
      ).toBeGreaterThanOrEqual(WELCOME_CREDITS_VUT);
    else if (answer) expect(AWAY).toContain(answer.code);
    await delay(20);
  }
};

describe('a thousand commands and four purchases survive the end of', () => {
  test.for(crashes.map((names) => ({ names, who: names.join(', ') })))('$who', async ({ names }) => {
    let isOver = false;
    const looking = buyers.map((buyer) => lookAt(buyer, () => isOver));
    const buying = buyers.map((buyer, at) => buy(buyer, 10 + at));
    const swing = storm.answers(ANSWERS_BEFORE_CRASH);
    let isBlown = false;
    const blowing = storm.blow(OPERATIONS).then(() => {
      isBlown = true;
    });
    await swing;
    expect(isBlown).toBe(false);
    const back = names.map((name) => crash(name).isBack);
    await Promise.all([...back, blowing, ...buying]);
    isOver = true;
    await Promise.all(looking);
  });
});

test('short accounts were refused, and no command but theirs', () => {
  const refused = storm.sent.flatMap(({ answered }) => (isRefusal(answered) ? answered.refused : []));
  expect(new Set(refused)).toEqual(new Set(['INSUFFICIENT_CREDITS']));
  expect(storm.sent.length - refused.length).toBeGreaterThan(crashes.length * OPERATIONS);
});

test('every command is answered again as it was the first time', async () => {
  const left = storm.sent.slice();
  const changed: object[] = [];
  const repeat = async () => {
    for (let command = left.pop(); command; command = left.pop()) {
      const { commandId, answered } = command;
      const again = await command.again();
      if (!isDeepStrictEqual(again, answered)) changed.push({ commandId, answered, again });
    }
  };
  await Promise.all(Array.from({ length: REPEATERS }, repeat));
  expect(changed).toEqual([]);
});

test('every account holds what was promised', async () => {
  const client = openRequestClient(nc, openBlobs({ directory: 'none' }));
  const balances = async () => {
    const found = new Map<string, object>();
    for (let after = ''; ; ) {
      const context = { commandId: randomUUID(), correlationId: 'chaos' };
      const input = { after, limit: 1_000 };
      const { accounts } = outputOf(await client.request(MESSAGES.listAccountBalances, input, context));
      for (const { accountId, balances: all } of accounts)
        if (storm.books().has(accountId))
          found.set(accountId, { available: all.available, reserved: all.reserved });
      const last = accounts.at(-1);
      if (last === undefined) return found;
      after = last.accountId;
    }
  };
  // The read model follows the ledger.
  await expect.poll(balances, { timeout: SETTLED_TIMEOUT_MS, interval: 200 }).toEqual(storm.books());
});

test('every payment is finished, and credited once', async () => {
  for (const buyer of buyers) {
    const bought = purchases.get(buyer) ?? [];
    expect(bought).toHaveLength(crashes.length);
    const statuses = async () =>
      (await buyer.get('getPaymentHistory', {}).catch(() => []))
        .map(({ id, status }) => `${id} ${status}`)
        .sort();
    await expect
      .poll(statuses, { timeout: SETTLED_TIMEOUT_MS, interval: 200 })
      .toEqual(bought.map(({ id }) => `${id} finished`).sort());
    const paid = bought.reduce((sum, { usd }) => sum + usd, 0);
    await expect
      .poll(async () => (await buyer.get('getBalance', {})).subscription.vut_remaining, {
        timeout: SETTLED_TIMEOUT_MS,
        interval: 200,
      })
      .toBe(WELCOME_CREDITS_VUT + paid * VUT_PER_USD);
  }
});

test('the ledger of the whole system adds up', async () => {
  const { problems } = await auditLedger(runningSystem());
  expect(problems).toEqual([]);
});
