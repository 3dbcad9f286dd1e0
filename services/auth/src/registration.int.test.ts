// Registration: one address is one user, registrations stay secret, and a mail verifies the address.
import { isRefusal, MESSAGES, messageOf } from '@tradeium/contracts';
import { openAggregates, openBucket } from '@tradeium/event-store';
import { outputOf } from '@tradeium/service-kit';
import { sharedByTests, silentLog } from '@tradeium/testing';
import { describe, expect, test, vi } from 'vitest';
import {
  CLAIM_KEY,
  everythingKept,
  PASSWORD,
  RESET,
  refusal,
  startAuth,
  VERIFICATION,
} from '../tests/auth-under-test.ts';
import { emailClaimAggregate } from './domain/email-claim.ts';
import { usernameClaimAggregate } from './domain/username-claim.ts';
import { openClaimIds } from './secrets/claim-ids.ts';

const auth = sharedByTests(startAuth);

const EXISTING = /already have an account/;
const INVALID = refusal('VERIFICATION_TOKEN_INVALID');
const resend = async (email: string) => outputOf(await auth.ask(messageOf('resendVerification'), { email }));
const store = () => ({ nc: auth.nc, log: silentLog, now: () => new Date() });

test('the address is proven by mail, then email and username log in', async () => {
  const registered = outputOf(await auth.register('Ada.Lovelace@Example.com'));
  expect(registered).toEqual({
    user_id: expect.any(String),
    email: 'Ada.Lovelace@Example.com',
    username: 'ada_lovelace',
    email_verified: false,
    access_token: null,
    session_token: null,
    session_expires_at: null,
    registration: { mark: expect.any(String), expires_at: expect.any(String) },
  });
  expect(await auth.login('ada.lovelace@example.com')).toEqual(refusal('EMAIL_NOT_VERIFIED'));
  expect(await auth.login('ada.lovelace@example.com', 'wrong')).toEqual(refusal('INVALID_CREDENTIALS'));

  const [token = ''] = await auth.tokens('ada.lovelace@example.com', VERIFICATION);
  outputOf(await auth.verify(token));
  const { user } = outputOf(await auth.login('ADA_lovelace'));
  expect(user).toMatchObject({ id: registered.user_id, username: 'ada_lovelace', email_verified: true });
  expect(outputOf(await auth.login('ada.lovelace@EXAMPLE.com')).user).toEqual(user);
});

test('the password of the registration, typed again to verify, is forgotten with the next one', async () => {
  const email = 'typed-again@example.com';
  outputOf(await auth.register(email));
  const [token = ''] = await auth.tokens(email, VERIFICATION);
  outputOf(await auth.verify(token, PASSWORD));
  outputOf(await auth.ask(messageOf('requestPasswordReset'), { email }));
  const [reset = ''] = await auth.tokens(email, RESET);
  outputOf(await auth.ask(messageOf('resetPassword'), { token: reset, newPassword: 'a whole new horse' }));
  expect(await auth.login(email)).toEqual(refusal('INVALID_CREDENTIALS'));
});

describe('an address that is registered already', () => {
  test('is answered like a new one, and only its mailbox learns of it', async () => {
    const { userId } = await auth.registerVerified('known@example.com');
    const [again, fresh] = [
      outputOf(await auth.register('known@example.com', 'another password')),
      outputOf(await auth.register('fresh@example.com', 'another password')),
    ];
    expect(Object.keys(again)).toEqual(Object.keys(fresh));
    const shapeOf = (mark = '') => [mark.length, mark.split('.', 2), mark.split('.').length];
    expect(shapeOf(again.registration?.mark)).toEqual(shapeOf(fresh.registration?.mark));
    expect(again).toMatchObject({ username: 'known', email_verified: false, access_token: null });
    expect(again.user_id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(again.user_id).not.toBe(userId);
    await auth.mails('known@example.com', EXISTING);
    expect(outputOf(await auth.login('known@example.com')).user.id).toBe(userId);
  });

  test('does not show at the login after it either', async () => {
    await auth.registerVerified('probed@example.com');
    for (const email of ['probed@example.com', 'unused@example.com']) {
      outputOf(await auth.register(email, 'a first guess'));
      outputOf(await auth.register(email, 'a second guess'));
      expect(await auth.login(email, 'a second guess')).toEqual(refusal('EMAIL_NOT_VERIFIED'));
      expect(await auth.login(email, 'a first guess')).toEqual(refusal('INVALID_CREDENTIALS'));
      const username = email.split('@')[0] as string;
      expect(await auth.login(username, 'a second guess')).toEqual(refusal('INVALID_CREDENTIALS'));
    }
    outputOf(await auth.login('probed@example.com'));
  });

  test('is mailed at most five times an hour', async () => {
    await auth.registerVerified('bothered@example.com');
    for (let times = 0; times < 7; times += 1) outputOf(await auth.register('bothered@example.com'));
    await auth.registerVerified('after@example.com');
    await auth.mails('bothered@example.com', EXISTING, 5);
  });

  test('and not verified cannot be taken over: the password typed from any mail of its owner counts', async () => {
    const email = 'disputed@example.com';
    outputOf(await auth.register(email, 'the first password'));
    await auth.tokens(email, VERIFICATION);
    outputOf(await auth.register(email, 'the second password'));
    const [, second = ''] = await auth.tokens(email, VERIFICATION, 2);
    expect(await auth.verify(second)).toEqual(refusal('VERIFICATION_PASSWORD_REQUIRED'));
    expect(await auth.verify(second, '123456')).toEqual(refusal('PASSWORD_TOO_COMMON'));
    outputOf(await auth.verify(second, PASSWORD));
    expect(await auth.verify(second, 'yet another one')).toEqual(INVALID);
    expect(await auth.login(email, 'the first password')).toEqual(refusal('INVALID_CREDENTIALS'));
    // The last one to register still gets the answer for an unverified address.
    expect(await auth.login(email, 'the second password')).toEqual(refusal('EMAIL_NOT_VERIFIED'));
    outputOf(await auth.login(email));
  });

  test('is answered on the same beat as a new one', async () => {
    await auth.registerVerified('timed@example.com');
    const timed = async (email: string) => {
      const began = performance.now();
      outputOf(await auth.register(email));
      return performance.now() - began;
    };
    for (const email of ['timed@example.com', 'new-and-timed@example.com']) {
      const times = [await timed(email), await timed(email), await timed(email)];
      // Never before the tick: quicker work waits for it.
      expect(Math.min(...times)).toBeGreaterThanOrEqual(99);
    }
  });
});

describe('one address, one user', () => {
  test('of two registrations at once one user is made', async () => {
    const results = await Promise.all([
      auth.register('twice@example.com'),
      auth.register('TWICE@example.com'),
    ]);
    expect(results.filter(isRefusal)).toEqual([]);
    const [token = ''] = await auth.tokens('twice@example.com', VERIFICATION, 2);
    outputOf(await auth.verify(token, PASSWORD));
    expect((await auth.logIn('twice@example.com')).userId).toMatch(/./);
  });

  test('a registration that broke off after its claim is completed by the next', async () => {
    const claims = openAggregates(store(), emailClaimAggregate);
    await claims.execute(
      openClaimIds(CLAIM_KEY).ofEmail('broken@example.com'),
      { commandId: 'broke-off' },
      () => [{ type: 'EmailClaimed', data: { userId: 'broken-user' } }],
    );
    expect(outputOf(await auth.register('broken@example.com')).user_id).toBe('broken-user');
  });

  test('a repeated command answers as it did, for a new address and for a known one', async () => {
    await auth.registerVerified('repeating@example.com');
    for (const email of ['repeated@example.com', 'repeating@example.com']) {
      const ids = { commandId: `repeated ${email}`.replaceAll(/\W/g, '-') };
      const first = outputOf(await auth.register(email, PASSWORD, ids));
      // Only the mark is another text each time, for either address.
      const again = { ...first, registration: { mark: expect.any(String), expires_at: expect.any(String) } };
      expect(outputOf(await auth.register(email, PASSWORD, ids))).toEqual(again);
      expect(await auth.register(email, 'another password', ids)).toEqual(refusal('COMMAND_ID_REUSED'));
    }
  });
});

test('one that comes too often for another mail answers alike, for a new address and for a known one', async () => {
  await auth.registerVerified('known-too-often@example.com');
  for (const email of ['new-too-often@example.com', 'known-too-often@example.com']) {
    // From other networks each time, so that the account's own limit is the one that is met.
    const from = (network: number) => ({ client: { address: `203.0.${network}.7`, userAgent: '' } });
    for (let network = 1; network <= 5; network += 1)
      outputOf(await auth.register(email, `password number ${network}`, from(network)));
    const ids = { commandId: `too-often-${email}`.replaceAll(/\W/g, '-'), ...from(6) };
    outputOf(await auth.register(email, 'the last password', ids));
    expect(await auth.register(email, 'another password', ids)).toEqual(refusal('COMMAND_ID_REUSED'));
    expect(await auth.login(email, 'the last password')).toEqual(refusal('EMAIL_NOT_VERIFIED'));
  }
});

describe('usernames', () => {
  test('are given when the address is proven: the first to prove gets the better one', async () => {
    outputOf(await auth.register('grace@example.com'));
    const second = await auth.registerVerified('grace@example.org');
    expect(outputOf(await auth.login('grace')).user.id).toBe(second.userId);
    const [token = ''] = await auth.tokens('grace@example.com', VERIFICATION);
    outputOf(await auth.verify(token));
    expect(outputOf(await auth.login('grace@example.com')).user.username).toBe('grace_2');
    outputOf(await auth.login('GRACE_2'));
  });

  test('that were claimed before a crash are found by the token, which still works', async () => {
    const { user_id: userId } = outputOf(await auth.register('crashed@example.com'));
    const claims = openAggregates(store(), usernameClaimAggregate);
    await claims.execute(openClaimIds(CLAIM_KEY).ofUsername('crashed'), { commandId: 'crashed' }, () => [
      { type: 'UsernameClaimed', data: { userId } },
    ]);
    const [token = ''] = await auth.tokens('crashed@example.com', VERIFICATION);
    outputOf(await auth.verify(token));
    expect(outputOf(await auth.login('crashed')).user.id).toBe(userId);
  });
});

describe('verification', () => {
  test('accepts any mail that was requested, once', async () => {
    await auth.register('newest@example.com');
    await auth.tokens('newest@example.com', VERIFICATION);
    await resend('NEWEST@example.com');
    const [first = '', second = ''] = await auth.tokens('newest@example.com', VERIFICATION, 2);
    outputOf(await auth.verify(first));
    for (const used of [first, second]) expect(await auth.verify(used)).toEqual(INVALID);
  });

  test('that is sent again under its command id is answered as it was', async () => {
    await auth.register('repeats@example.com');
    const [token = ''] = await auth.tokens('repeats@example.com', VERIFICATION);
    const verify = () => auth.ask(MESSAGES.verifyAddress, { token }, { commandId: 'verified-once' });
    expect(outputOf(await verify())).toEqual(outputOf(await verify()));
  });

  test.each([
    ['a forged one', `${'a'.repeat(36)}.1.${'b'.repeat(43)}`],
    ['none of the form', 'user.1.forged'],
    ['an operator', '{"$gt":""}'],
    ['NUL', 'user\u0000.1.x'],
  ])('%s is refused', async (_, token) => expect(await auth.verify(token)).toEqual(INVALID));

  test('asking again does not reveal who is registered', async () => {
    await auth.registerVerified('asked@example.com');
    expect(await resend('asked@example.com')).toEqual(await resend('nobody@example.com'));
  });

  test('a mail server that is down gets the mail when it is back', async () => {
    await auth.withoutMailServer(async () => {
      await auth.register('patient@example.com');
      const reactions = await openBucket(auth.nc, 'REACTIONS');
      await vi.waitFor(
        async () => {
          const state = await reactions.get('auth.send-mails.AUTH');
          expect(state?.json()).toMatchObject({ open: [{ attempts: 2 }] });
        },
        { timeout: 60_000, interval: 20 },
      );
    });
    await auth.tokens('patient@example.com', VERIFICATION);
  });

  test('mail that was sent is not sent again when every event is delivered again', async () => {
    await auth.registerVerified('quiet@example.com');
    await auth.service.kill();
    await (await openBucket(auth.nc, 'REACTIONS')).delete('auth.send-mails.AUTH');
    await auth.service.restart();
    await auth.register('last@example.com');
    await auth.tokens('last@example.com', VERIFICATION);
    await auth.tokens('quiet@example.com', VERIFICATION);
  });
});

test('bad input is refused in the words of the catalogue', async () => {
  const registering = (input: object) => auth.ask(MESSAGES.registerUser, input as never);
  const operator = { $gt: '' };
  expect(await registering({ email: operator, password: PASSWORD })).toEqual(refusal('EMAIL_REQUIRED'));
  expect(await registering({ email: 'a@b.c', password: operator })).toEqual(refusal('PASSWORD_REQUIRED'));
  expect(await registering({ email: 'a\u0000@b.c', password: PASSWORD })).toEqual(refusal('EMAIL_INVALID'));
  expect(await registering({ email: `${'x'.repeat(500_000)}@b.c`, password: PASSWORD })).toEqual(
    refusal('EMAIL_INVALID'),
  );
  expect(await registering({ email: 'a@b.c', password: 'short' })).toEqual(refusal('PASSWORD_TOO_SHORT'));
  expect(outputOf(await registering({ email: 'zoë.李@пример.рф', password: 'päßwörd 😀' }))).toMatchObject({
    username: 'zoe',
  });
});

test('what is kept holds no address, no username and no password in the clear', async () => {
  await auth.registerVerified('secretive.person@example.com');
  await auth.logIn('secretive.person@example.com');
  const kept = await everythingKept(auth.nc);
  for (const secret of ['secretive', 'example.com', PASSWORD, '$argon2', '192.0.2.', 'Firefox']) {
    expect(kept).not.toContain(secret);
  }
});
