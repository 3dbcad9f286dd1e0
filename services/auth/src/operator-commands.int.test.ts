// Operators' actions on accounts, on a real server: locks, roles and the last admin, mails, and the confirmation of an operator.
import { isRefusal, MESSAGES, messageOf, rolesChangedSubject } from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { outputOf } from '@tradeium/service-kit';
import { sharedByTests, silentLog } from '@tradeium/testing';
import { describe, expect, test, vi } from 'vitest';
import {
  CLAIM_KEY,
  PASSWORD,
  RESET,
  refusal,
  type SignedIn,
  signedInBy,
  startAuth,
  untilItWaits,
  VERIFICATION,
} from '../tests/auth-under-test.ts';
import { mailboxAggregate } from './domain/mailbox.ts';
import { decideStaff, STAFF_ID, staffAggregate } from './domain/staff.ts';
import { openClaimIds } from './secrets/claim-ids.ts';
import { codeAt } from './secrets/one-time-codes.ts';

const auth = sharedByTests(() => startAuth({ ADMIN_EMAILS: 'listed@example.com' }));

const PATIENCE = { timeout: 60_000, interval: 20 };
const store = () => ({ nc: auth.nc, log: silentLog, now: () => new Date() });
const lock = (userId: string) => auth.ask(MESSAGES.lockAccount, { userId });
const unlock = (userId: string) => auth.ask(MESSAGES.unlockAccount, { userId });
const roleOf = async (userId: string) => outputOf(await auth.ask(MESSAGES.getRole, { userId })).role;
const changeRole = (userId: string, role: 'admin' | 'support' | null) =>
  auth.ask(MESSAGES.changeRole, { userId, role });
const sessionOf = async ({ userId, sessionId }: SignedIn) =>
  outputOf(await auth.ask(MESSAGES.getSession, { sessionId }, { userId }));
const signedUp = async (name: string) => ({ ...(await auth.signUp(name)), email: `${name}@example.com` });
const unproven = async (name: string): Promise<{ userId: string; email: string }> => {
  const email = `${name}@example.com`;
  return { userId: outputOf(await auth.register(email)).user_id, email };
};
/** Waits until the staff knows of somebody. */
const inStaff = (userId: string, isIn = true) =>
  vi.waitFor(async () => {
    const { state } = await openAggregates(store(), staffAggregate).load(STAFF_ID);
    expect(state.members[userId]?.isIn ?? false).toBe(isIn);
  }, PATIENCE);
const changed = { changed: true };

describe('a locked account', () => {
  // spec: admin.42
  test('has no session, no token and no login until it is unlocked, which revives none', async () => {
    const who = await signedUp('locked');
    const tokenId = outputOf(
      await auth.ask(
        messageOf('createAccessToken'),
        { name: 'mine', scopes: ['read'], days: 30, password: PASSWORD },
        who,
      ),
    ).access_token.id;
    const access = async () =>
      outputOf(await auth.ask(MESSAGES.getAccess, { token_id: tokenId }, { userId: who.userId })).access;
    expect(await access()).not.toBeNull();
    expect(outputOf(await lock(who.userId))).toEqual(changed);
    expect(outputOf(await lock(who.userId))).toEqual({ changed: false });
    expect(await sessionOf(who)).toMatchObject({ user: null, role: null });
    expect(await access()).toBeNull();
    for (const name of [who.email, 'locked']) {
      expect(await auth.login(name)).toEqual(refusal('ACCOUNT_LOCKED'));
      expect(await auth.login(name, 'a wrong password')).toEqual(refusal('INVALID_CREDENTIALS'));
    }
    expect(outputOf(await unlock(who.userId))).toEqual(changed);
    expect(await sessionOf(who)).toMatchObject({ user: null });
    expect(await access()).toBeNull();
    expect((await auth.logIn('locked')).userId).toBe(who.userId);
  });

  test('gets no new password by mail, neither with an older link nor with a new one', async () => {
    const { userId, email } = await signedUp('forgetful');
    const request = async () => outputOf(await auth.ask(messageOf('requestPasswordReset'), { email }));
    const answered = await request();
    const [token = ''] = await auth.tokens(email, RESET);
    outputOf(await lock(userId));
    const reset = () => auth.ask(messageOf('resetPassword'), { token, newPassword: 'another horse battery' });
    expect(await reset()).toEqual(refusal('RESET_TOKEN_INVALID'));
    expect(await request()).toEqual(answered);
    for (const mail of ['verification', 'password-reset'] as const)
      expect(await auth.ask(MESSAGES.resendAccountMail, { userId, mail })).toEqual(refusal('ACCOUNT_LOCKED'));
    outputOf(await unlock(userId));
    expect(await reset()).toEqual(refusal('RESET_TOKEN_INVALID'));
    await request();
    // Mails of one user go out in order: the second is the one from after the lock.
    await auth.tokens(email, RESET, 2);
    expect((await auth.logIn(email)).userId).toBe(userId);
  });

  test('is no account that nobody has', async () => {
    expect(await lock('nobody')).toEqual(refusal('USER_NOT_FOUND'));
    expect(await unlock('nobody')).toEqual(refusal('USER_NOT_FOUND'));
  });
});

describe('an operator', () => {
  // spec: admin.39
  test('vouches for an address: it logs in, has its name and its mailbox, and proves no owner', async () => {
    const { userId, email } = await unproven('vouched');
    const vouch = (context = {}) => auth.ask(MESSAGES.vouchForEmail, { userId }, context);
    const same = { commandId: 'vouch-once' };
    expect(outputOf(await vouch(same))).toEqual(changed);
    expect(outputOf(await vouch(same))).toEqual(changed);
    expect(await vouch()).toEqual(refusal('EMAIL_ALREADY_VERIFIED'));
    expect(outputOf(await auth.login('vouched')).user).toMatchObject({ id: userId, email_verified: true });
    const mailbox = openClaimIds(CLAIM_KEY).ofMailbox(email);
    await vi.waitFor(
      async () =>
        expect((await openAggregates(store(), mailboxAggregate).load(mailbox)).state).toEqual({ userId }),
      PATIENCE,
    );
    expect(await changeRole(userId, 'support')).toEqual(refusal('ADDRESS_NOT_PROVEN'));
    const twin = await unproven('vouched+twin');
    outputOf(await auth.ask(MESSAGES.vouchForEmail, { userId: twin.userId }));
    expect(outputOf(await auth.login(twin.email)).user.username).not.toBe('vouched');
    expect(await auth.ask(MESSAGES.vouchForEmail, { userId: 'nobody' })).toEqual(refusal('USER_NOT_FOUND'));
  });

  test('makes no admin of a listed address by vouching for it', async () => {
    const { userId } = await unproven('listed');
    outputOf(await auth.ask(MESSAGES.vouchForEmail, { userId }));
    expect(await roleOf(userId)).toBeNull();
  });

  test('ends all sessions of an account', async () => {
    const who = await signedUp('everywhere');
    expect(outputOf(await auth.ask(MESSAGES.endAllSessions, { userId: who.userId }))).toEqual(changed);
    expect(await sessionOf(who)).toMatchObject({ user: null });
    expect(outputOf(await auth.ask(MESSAGES.endAllSessions, { userId: who.userId })).changed).toBe(false);
  });

  test('sends a mail again, or learns why not', async () => {
    const resend = (userId: string, mail: 'verification' | 'password-reset') =>
      auth.ask(MESSAGES.resendAccountMail, { userId, mail });
    const { userId, email } = await unproven('waiting');
    expect(await resend(userId, 'password-reset')).toEqual(refusal('EMAIL_NOT_VERIFIED'));
    expect(outputOf(await resend(userId, 'verification'))).toEqual(changed);
    const [, second = ''] = await auth.tokens(email, VERIFICATION, 2);
    for (let sent = 2; sent < 5; sent += 1) outputOf(await resend(userId, 'verification'));
    expect(await resend(userId, 'verification')).toMatchObject({ refused: 'TOO_MANY_MAILS' });
    outputOf(await auth.verify(second));
    expect(await resend(userId, 'verification')).toEqual(refusal('EMAIL_ALREADY_VERIFIED'));
    expect(outputOf(await resend(userId, 'password-reset'))).toEqual(changed);
    await auth.tokens(email, RESET);
    expect(await resend('nobody', 'verification')).toEqual(refusal('USER_NOT_FOUND'));
  });
});

/** Of somebody whose second factor is on; the code of this step turned it on. */
const withSecondFactor = async (who: SignedIn): Promise<(steps: number) => string> => {
  const { secret, setup } = outputOf(await auth.ask(messageOf('prepareSecondFactor'), {}, who));
  const codeIn = (steps: number) => codeAt(secret, new Date(Date.now() + steps * 30_000));
  const enable = { setup, code: codeIn(0), password: PASSWORD };
  outputOf(await auth.ask(messageOf('enableSecondFactor'), enable, who));
  return codeIn;
};

describe('an operator confirms', () => {
  const confirm = (who: SignedIn, by: { password?: string; code?: string }, context = {}) =>
    auth.ask(MESSAGES.confirmOperator, by, { userId: who.userId, ...context });

  test('by the password, which is counted as a login is', async () => {
    const who = await signedUp('confirming');
    expect(await confirm(who, {})).toEqual({ refused: 'CONFIRMATION_REQUIRED', data: { by: 'password' } });
    expect(outputOf(await confirm(who, { password: PASSWORD }))).toEqual({});
    for (let failures = 0; failures < 5; failures += 1)
      expect(await confirm(who, { password: 'a wrong one' })).toEqual({
        refused: 'CONFIRMATION_WRONG',
        data: { by: 'password' },
      });
    await untilItWaits(() => confirm(who, { password: 'a wrong one' }));
    expect(await confirm(who, { password: PASSWORD })).toMatchObject({ refused: 'TOO_MANY_LOGIN_ATTEMPTS' });
    expect(await auth.ask(MESSAGES.confirmOperator, { password: PASSWORD })).toEqual(refusal('UNAUTHORIZED'));
  });

  test('by a code where there is a second factor, which counts once', async () => {
    const who = await signedUp('careful');
    const codeIn = await withSecondFactor(who);
    const wrong = { refused: 'CONFIRMATION_WRONG', data: { by: 'code' } };
    expect(await confirm(who, { password: PASSWORD })).toEqual({
      refused: 'CONFIRMATION_REQUIRED',
      data: { by: 'code' },
    });
    const code = codeIn(1);
    const same = { commandId: 'confirm-once' };
    expect(outputOf(await confirm(who, { code }, same))).toEqual({});
    expect(outputOf(await confirm(who, { code }, same))).toEqual({});
    expect(await confirm(who, { code: '000000' }, same)).toEqual(refusal('COMMAND_ID_REUSED'));
    expect(await confirm(who, { code })).toEqual(wrong);
    const dropped = () => auth.ask(MESSAGES.dropSecondFactor, { userId: who.userId });
    expect(outputOf(await dropped())).toEqual(changed);
    expect(outputOf(await dropped())).toEqual({ changed: false });
    expect(outputOf(await confirm(who, { password: PASSWORD }))).toEqual({});
    expect(await auth.ask(MESSAGES.dropSecondFactor, { userId: 'nobody' })).toEqual(
      refusal('USER_NOT_FOUND'),
    );
  });
});

describe('roles', () => {
  test('are one in place of another, known at once, and none of a locked account', async () => {
    const who = await signedUp('helper');
    const heard: string[] = [];
    auth.nc.subscribe(rolesChangedSubject('*'), { callback: (_, { subject }) => void heard.push(subject) });
    await auth.nc.flush();
    expect(outputOf(await changeRole(who.userId, 'support'))).toEqual(changed);
    expect(await sessionOf(who)).toMatchObject({ role: 'support' });
    await expect.poll(() => heard).toContain(rolesChangedSubject(who.userId));
    outputOf(await changeRole(who.userId, 'admin'));
    expect(await sessionOf(who)).toMatchObject({ role: 'admin' });
    await inStaff(who.userId);
    // So that another admin remains.
    const other = await signedUp('remaining');
    outputOf(await changeRole(other.userId, 'admin'));
    await inStaff(other.userId);
    outputOf(await lock(who.userId));
    expect(await roleOf(who.userId)).toBeNull();
    expect(await changeRole(who.userId, 'support')).toEqual(refusal('ACCOUNT_LOCKED'));
    outputOf(await unlock(who.userId));
    expect(await roleOf(who.userId)).toBeNull();
    await inStaff(who.userId, false);
    outputOf(await changeRole(who.userId, 'admin'));
    await inStaff(who.userId);
    expect(outputOf(await changeRole(who.userId, null))).toEqual(changed);
    expect(outputOf(await changeRole(who.userId, null))).toEqual({ changed: false });
    expect(await roleOf(who.userId)).toBeNull();
    expect(await changeRole('nobody', 'admin')).toEqual(refusal('USER_NOT_FOUND'));
    expect(await roleOf('nobody')).toBeNull();
  });

  test.each(['giving the role again', 'unlocking'])(
    'an admin who left for what never happened counts again after %s',
    async (by) => {
      const { userId } = await signedUp(by === 'unlocking' ? 'stranded' : 'marooned');
      outputOf(await changeRole(userId, 'admin'));
      await inStaff(userId);
      // As a process does that dies before the user's own event.
      const leave = { type: 'LeaveStaff', userId, sequence: 1, listed: [], evenLast: true } as const;
      await openAggregates(store(), staffAggregate).execute(
        STAFF_ID,
        { commandId: `left:${userId}` },
        (staff) => decideStaff(leave, staff),
      );
      await inStaff(userId, false);
      const restore = () => (by === 'unlocking' ? unlock(userId) : changeRole(userId, 'admin'));
      expect(outputOf(await restore())).toEqual({ changed: false });
      await inStaff(userId);
      expect(outputOf(await changeRole(userId, null))).toEqual(changed);
      await inStaff(userId, false);
      expect(await roleOf(userId)).toBeNull();
    },
  );

  // spec: admin.43
  test('the last admin keeps the role, whichever two are taken at the same moment', async () => {
    const alone = await startAuth();
    const ask = alone.ask;
    const adminNamed = async (name: string) => {
      const { userId } = await alone.registerVerified(`${name}@example.com`);
      outputOf(await ask(MESSAGES.changeRole, { userId, role: 'admin' }));
      return userId;
    };
    const known = (count: number) =>
      vi.waitFor(async () => {
        const aggregates = openAggregates({ ...store(), nc: alone.nc }, staffAggregate);
        const { members } = (await aggregates.load(STAFF_ID)).state;
        expect(Object.values(members).filter(({ isIn }) => isIn)).toHaveLength(count);
      }, PATIENCE);
    const lastAdmin = refusal('LAST_ADMIN');
    try {
      const [first, second] = await Promise.all([adminNamed('first'), adminNamed('second')]);
      // Another process, so that the two meet in the stream only.
      await alone.startAnother();
      await known(2);
      for (const take of [
        (userId: string) => ask(MESSAGES.changeRole, { userId, role: null }),
        (userId: string) => ask(MESSAGES.changeRole, { userId, role: 'support' }),
        (userId: string) => ask(MESSAGES.lockAccount, { userId }),
      ]) {
        const results = await Promise.all([first, second].map(take));
        expect(results.filter(isRefusal)).toEqual([lastAdmin]);
        const [lost = '', kept = ''] = isRefusal(results[0]) ? [second, first] : [first, second];
        expect(await take(kept)).toEqual(lastAdmin);
        expect(outputOf(await ask(MESSAGES.getRole, { userId: kept })).role).toBe('admin');
        outputOf(await ask(MESSAGES.unlockAccount, { userId: lost }));
        outputOf(await ask(MESSAGES.changeRole, { userId: lost, role: 'admin' }));
        await known(2);
      }
      outputOf(await ask(MESSAGES.changeRole, { userId: first, role: null }));
      expect(outputOf(await ask(MESSAGES.revokeAdmin, { email: 'second@example.com' }))).toMatchObject(
        changed,
      );
      await known(0);
      // The own account can be deleted all the same.
      outputOf(await ask(MESSAGES.changeRole, { userId: first, role: 'admin' }));
      const session = signedInBy(outputOf(await alone.login('first')).session_token);
      outputOf(await ask(messageOf('deleteAccount'), { password: PASSWORD }, session));
      await known(0);
    } finally {
      await alone.stop();
    }
  });

  test('an admin by address counts, and is the last one who cannot be locked', async () => {
    const alone = await startAuth({ ADMIN_EMAILS: 'owner@example.com' });
    try {
      const [owner, other] = await Promise.all(
        ['owner', 'other'].map((name) => alone.registerVerified(`${name}@example.com`)),
      );
      const [ownerId = '', otherId = ''] = [owner?.userId, other?.userId];
      outputOf(await alone.ask(MESSAGES.changeRole, { userId: otherId, role: 'admin' }));
      expect(outputOf(await alone.ask(MESSAGES.changeRole, { userId: otherId, role: null }))).toEqual(
        changed,
      );
      const lockOwner = () => alone.ask(MESSAGES.lockAccount, { userId: ownerId });
      expect(await lockOwner()).toEqual(refusal('LAST_ADMIN'));
      expect(outputOf(await alone.ask(MESSAGES.lockAccount, { userId: ownerId, evenLast: true }))).toEqual(
        changed,
      );
    } finally {
      await alone.stop();
    }
  });
});
