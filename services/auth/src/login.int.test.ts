// Login: the right password starts a session, and guessing is slowed down from everywhere.
import { isRefusal, MESSAGES, messageOf, type Refusal } from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { outputOf } from '@tradeium/service-kit';
import { sharedByTests, silentLog } from '@tradeium/testing';
import jwt from 'jsonwebtoken';
import { describe, expect, test } from 'vitest';
import {
  CLAIM_KEY,
  everythingKept,
  PASSWORD,
  refusal,
  SESSION_SECRET,
  startAuth,
} from '../tests/auth-under-test.ts';
import { emailClaimAggregate } from './domain/email-claim.ts';
import { openClaimIds } from './secrets/claim-ids.ts';

// Limits hold across replicas: half of all requests go to the second process.
const auth = sharedByTests(() => startAuth({}, 2));

const from = (address: string) => ({ client: { address, userAgent: '' } });
const WRONG = refusal('INVALID_CREDENTIALS');
const TOO_MANY = { refused: 'TOO_MANY_LOGIN_ATTEMPTS', data: { seconds: expect.any(Number) } };
const fail = (name: string, address: string) => auth.login(name, 'wrong', from(address));
const failTimes = async (times: number, name: string, addressOf: (index: number) => string) => {
  const results = [];
  for (let index = 0; index < times; index += 1) results.push(await fail(name, addressOf(index)));
  return results;
};

test('the session token names user, session and end', async () => {
  const { userId } = await auth.registerVerified('token@example.com');
  const { session_token, session_expires_at } = outputOf(await auth.login('token@example.com'));
  const claims = jwt.verify(session_token, SESSION_SECRET, { algorithms: ['HS256'] });
  expect(claims).toMatchObject({ sub: userId, exp: Math.floor(Date.parse(session_expires_at) / 1_000) });
});

test('unknown names and wrong passwords are refused alike', async () => {
  await auth.registerVerified('known@example.com');
  expect(await auth.login('known@example.com', 'wrong')).toEqual(WRONG);
  expect(await auth.login('unknown@example.com')).toEqual(WRONG);
  expect(await auth.login('unknown')).toEqual(WRONG);
});

// spec: accounts.16
test('bad input is refused in the words of the catalogue', async () => {
  const loggingIn = (input: object) => auth.ask(MESSAGES.startSession, input as never);
  const operator = { $gt: '' };
  expect(await loggingIn({ email: operator, password: operator })).toEqual(refusal('LOGIN_NAME_REQUIRED'));
  expect(await loggingIn({ email: 'ada', password: operator })).toEqual(refusal('PASSWORD_REQUIRED'));
  expect(await loggingIn({ email: 'x'.repeat(500_000), password: 'x' })).toEqual(
    refusal('LOGIN_NAME_INVALID'),
  );
  expect(await loggingIn({ email: 'ada', password: 'x'.repeat(500_000) })).toEqual(
    refusal('PASSWORD_TOO_LONG'),
  );
  expect(await loggingIn({ email: 'a\u0000da', password: 'x\u0000' })).toEqual(WRONG);
  expect(await loggingIn({ email: '李小龙', password: PASSWORD })).toEqual(WRONG);
});

describe('guessing', () => {
  test('from one address waits after five failures, whether or not there is such an account', async () => {
    await auth.registerVerified('guessed@example.com');
    for (const name of ['nobody@example.com', 'guessed@example.com']) {
      expect(await failTimes(5, name, () => '198.51.100.1')).toEqual(Array(5).fill(WRONG));
      // Not even the right password is checked.
      expect(await auth.login(name, PASSWORD, from('198.51.100.1'))).toEqual({
        refused: 'TOO_MANY_LOGIN_ATTEMPTS',
        data: { seconds: 1 },
      });
    }
  });

  test('does not reveal which names belong to one account', async () => {
    await auth.registerVerified('both@example.com');
    for (const [email, username, net] of [
      ['both@example.com', 'BOTH', '198.51.106'],
      ['none@example.com', 'NONE', '198.51.107'],
    ] as const) {
      await failTimes(5, email, () => `${net}.1`);
      await failTimes(5, email, (index) => `${net}.1${index}`);
      expect(await fail(email, `${net}.1`)).toEqual(TOO_MANY);
      expect(await fail(email, `${net}.2`)).toEqual(TOO_MANY);
      expect(await fail(username, `${net}.1`)).toEqual(WRONG);
      expect(await fail(username, `${net}.2`)).toEqual(WRONG);
    }
  });

  test('is not forgiven by the password of a registration that was only noticed', async () => {
    await auth.registerVerified('feigned@example.com');
    outputOf(await auth.register('feigned@example.com', 'my own password'));
    const feign = () => auth.login('feigned@example.com', 'my own password', from('198.51.108.1'));
    await failTimes(4, 'feigned@example.com', () => '198.51.108.1');
    expect(await feign()).toEqual(refusal('EMAIL_NOT_VERIFIED'));
    await failTimes(1, 'feigned@example.com', () => '198.51.108.1');
    expect(await feign()).toEqual(TOO_MANY);
    // Nor does the address count as known from then on.
    await failTimes(5, 'feigned@example.com', (index) => `198.51.108.1${index}`);
    expect(await auth.login('feigned@example.com', PASSWORD, from('198.51.108.1'))).toEqual(TOO_MANY);
  });

  test('from many addresses waits after ten failures, except where the account was logged in to before', async () => {
    await auth.registerVerified('targeted@example.com');
    outputOf(await auth.login('targeted@example.com', PASSWORD, from('203.0.113.1')));
    expect(await failTimes(10, 'targeted@example.com', (index) => `198.51.101.${index}`)).toEqual(
      Array(10).fill(WRONG),
    );
    expect(await auth.login('targeted@example.com', PASSWORD, from('198.51.101.99'))).toEqual(TOO_MANY);
    expect(await fail('targeted@example.com', '203.0.113.1')).toEqual(WRONG);
    outputOf(await auth.login('targeted@example.com', PASSWORD, from('203.0.113.1')));
  });

  test('at many accounts from one address waits after a hundred failures', async () => {
    // When ten write at once, some have to wait and do not count.
    for (let [round, counted] = [0, 0]; counted < 100; round += 1) {
      const names = Array.from({ length: 10 }, (_, index) => `sprayed-${round}-${index}`);
      const answers = await Promise.all(names.map((name) => fail(name, '198.51.102.1')));
      counted += answers.filter((one) => isRefusal(one) && one.refused === WRONG.refused).length;
    }
    expect(await fail('sprayed-again', '198.51.102.1')).toEqual(TOO_MANY);
    expect(await fail('sprayed-again', '198.51.102.2')).toEqual(WRONG);
  });

  test('many times at once reveals no more than in sequence', async () => {
    await auth.registerVerified('burst@example.com');
    const passwords = Array.from({ length: 40 }, (_, index) => (index === 39 ? PASSWORD : `wrong ${index}`));
    const results = await Promise.all(
      passwords.map((password) => auth.login('burst@example.com', password, from('198.51.103.1'))),
    );
    const evaluated = results.filter(
      (result) => !isRefusal(result) || result.refused === 'INVALID_CREDENTIALS',
    );
    expect(evaluated.length).toBeLessThanOrEqual(7);
    expect(results.at(-1)).toEqual(TOO_MANY);
  });

  test('the current password is counted for the signed-in user, apart from logins at the address', async () => {
    await auth.registerVerified('inside@example.com');
    const signedIn = await auth.logIn('inside@example.com', PASSWORD, from('198.51.104.1'));
    const guess = (): Promise<unknown> =>
      auth.ask(messageOf('deleteAccount'), { password: 'wrong' }, { ...signedIn, ...from('198.51.104.1') });
    for (let times = 0; times < 5; times += 1)
      expect(await guess()).toEqual(refusal('CURRENT_PASSWORD_WRONG'));
    expect(await guess()).toEqual(TOO_MANY);
    expect(await fail('inside@example.com', '198.51.104.1')).toEqual(WRONG);
  });

  test('is forgotten after a login', async () => {
    await auth.registerVerified('forgetful@example.com');
    const again = () => failTimes(4, 'forgetful@example.com', () => '198.51.105.1');
    for (let round = 0; round < 3; round += 1) {
      expect(await again()).toEqual(Array<Refusal>(4).fill(WRONG));
      outputOf(
        await auth.login(round === 1 ? 'forgetful' : 'forgetful@example.com', PASSWORD, from('198.51.105.1')),
      );
    }
  });

  test('leaves no name and no address in stored data', async () => {
    const kept = await everythingKept(auth.nc);
    for (const clear of ['guessed', 'sprayed', '198.51.', '203.0.113']) expect(kept).not.toContain(clear);
    expect(kept).toContain('$KV.LOGIN_ATTEMPTS.address.');
  });
});

test('an unfinished registration cannot log in', async () => {
  const claims = openAggregates({ nc: auth.nc, log: silentLog, now: () => new Date() }, emailClaimAggregate);
  await claims.execute(openClaimIds(CLAIM_KEY).ofEmail('half@example.com'), { commandId: 'half' }, () => [
    { type: 'EmailClaimed', data: { userId: 'half-user' } },
  ]);
  expect(await auth.login('half@example.com')).toEqual(WRONG);
});
