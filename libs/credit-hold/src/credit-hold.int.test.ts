// Credit holds on the real ledger: held once, settled once, despite repetition, crashes and refusals.
import { fromVut, MESSAGES } from '@tradeium/contracts';
import { openBlobs, openRequestClient, outputOf, type RequestClient } from '@tradeium/service-kit';
import {
  type EventServer,
  type ServiceProcess,
  sharedMongodbUrl,
  startEventServer,
  startServiceProcess,
} from '@tradeium/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CreditsUnavailable, openCreditHolds } from './credit-hold.ts';

const LEDGER = new URL('../../../services/credits-ledger/src/main.ts', import.meta.url);
const NOWHERE = 'http://127.0.0.1:1';

let events: EventServer;
let ledger: ServiceProcess;
let client: RequestClient;

beforeAll(async () => {
  events = await startEventServer();
  const nc = await events.connect();
  client = openRequestClient(nc, openBlobs({ directory: '/nowhere' }));
  ledger = await startServiceProcess(LEDGER, {
    NATS_URL: events.url,
    NATS_MONITORING_URL: events.monitoringUrl,
    MONGODB_URL: await sharedMongodbUrl(),
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    PUBLIC_URL: NOWHERE,
    NOWPAYMENTS_API_URL: NOWHERE,
    NOWPAYMENTS_API_KEY: 'the API key of the tests',
    NOWPAYMENTS_IPN_SECRET: 'the notice secret of the tests',
  });
});
afterAll(async () => {
  await ledger?.stop();
  await events?.stop();
});

/** A user with 100 VUT. */
const userWithCredits = async (userId: string): Promise<string> => {
  const grant = { accountId: userId, operationId: 'gift', amount: fromVut(100), reason: 'gift' };
  const context = { commandId: `gift:${userId}`, correlationId: 'test' };
  outputOf(await client.request(MESSAGES.grantCredits, grant, context));
  return userId;
};
const holdOf = (userId: string, name = 'work', options = {}) =>
  openCreditHolds(client, options).hold({ holdId: `test:${userId}-${name}`, userId, correlationId: 'test' });

const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
const reserving = (vut: number) => ({ amount: fromVut(vut), purpose: 'test', expiresAt });
const held = (available: number, reserved: number) => ({
  available: fromVut(available),
  reserved: fromVut(reserved),
});

describe('a hold', () => {
  test('is captured: what was used is spent, the rest comes back', async () => {
    const hold = holdOf(await userWithCredits('ada'));
    expect(await hold.reserve(reserving(40))).toEqual(held(60, 40));
    expect(await hold.capture(fromVut(15))).toEqual(held(85, 0));
  });

  test('is released: everything comes back', async () => {
    const hold = holdOf(await userWithCredits('bob'));
    await hold.reserve(reserving(40));
    expect(await hold.release('failed')).toEqual(held(100, 0));
  });

  test('is one hold however often and from wherever its steps are sent', async () => {
    const userId = await userWithCredits('cleo');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => holdOf(userId).reserve(reserving(40))),
    );
    for (const answer of answers) expect(answer).toEqual(held(60, 40));
    expect(await holdOf(userId).capture(fromVut(40))).toEqual(held(60, 0));
    expect(await holdOf(userId).capture(fromVut(40))).toEqual(held(60, 0));
  });

  test('that is released before its reservation arrives holds nothing', async () => {
    const hold = holdOf(await userWithCredits('dan'));
    await hold.release('cancelled');
    expect(await hold.reserve(reserving(40))).toEqual({ refused: 'RESERVATION_SETTLED' });
  });

  test('beyond the credits is refused with both amounts, as in a 402 of the API', async () => {
    const hold = holdOf(await userWithCredits('eve'));
    expect(await hold.reserve(reserving(101))).toEqual({
      refused: 'INSUFFICIENT_CREDITS',
      data: { required: 101, available: 100 },
    });
  });

  test('is charged no more than it reserved, and can still be released', async () => {
    const hold = holdOf(await userWithCredits('fay'));
    await hold.reserve(reserving(40));
    expect(await hold.capture(fromVut(41))).toEqual({ refused: 'CAPTURE_EXCEEDS_RESERVATION' });
    expect(await hold.release('failed')).toEqual(held(100, 0));
  });
});

describe('while the ledger is down', () => {
  test('a step waits for it and counts once', async () => {
    const userId = await userWithCredits('gus');
    await holdOf(userId).reserve(reserving(40));
    await ledger.kill();
    const captured = holdOf(userId, 'work', { timeoutMs: 30_000 }).capture(fromVut(15));
    await ledger.restart();
    expect(await captured).toEqual(held(85, 0));
  });

  test('a step without an answer rejects, and may be sent again', async () => {
    const userId = await userWithCredits('hal');
    await ledger.kill();
    const impatient = holdOf(userId, 'work', { timeoutMs: 20, attempts: 2 });
    await expect(impatient.reserve(reserving(40))).rejects.toThrow(CreditsUnavailable);
    await ledger.restart();
    expect(await holdOf(userId).reserve(reserving(40))).toEqual(held(60, 40));
  });

  test('a step whose answer was lost is sent again and answered as it was the first time', async () => {
    const userId = await userWithCredits('ida');
    const lossy: RequestClient = {
      request: async (...request) => {
        const result = await client.request(...request);
        if (lost) return result;
        lost = true;
        return { refused: 'SERVICE_UNAVAILABLE' };
      },
    };
    let lost = false;
    const hold = openCreditHolds(lossy).hold({ holdId: 'test:lost', userId, correlationId: 'test' });
    expect(await hold.reserve(reserving(40))).toEqual(held(60, 40));
    expect(lost).toBe(true);
  });
});
