// One mailbox, however its address is written: a few mails an hour and one permanent claim.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { outputOf } from '@tradeium/service-kit';
import { sharedByTests, silentLog } from '@tradeium/testing';
import { describe, expect, test, vi } from 'vitest';
import { CLAIM_KEY, PASSWORD, startAuth, VERIFICATION } from '../tests/auth-under-test.ts';
import { type MailboxClaim, mailboxAggregate } from './domain/mailbox.ts';
import { openClaimIds } from './secrets/claim-ids.ts';

const auth = sharedByTests(startAuth);

const claimIds = openClaimIds(CLAIM_KEY);
const store = () => ({ nc: auth.nc, log: silentLog, now: () => new Date() });
const claimOf = async (email: string): Promise<MailboxClaim> =>
  (await openAggregates(store(), mailboxAggregate).load(claimIds.ofMailbox(email))).state;
const claimed = (email: string, userId: string) =>
  vi.waitFor(async () => expect(await claimOf(email)).toEqual({ userId }), { timeout: 60_000, interval: 20 });
const codeOf = (result: unknown) => (isRefusal(result) ? result.refused : 'ok');
/** How often any mailbox was claimed: what the welcome credits are given for. */
const claims = async (): Promise<number> => {
  const manager = await auth.nc.jetstreamManager();
  const { state } = await manager.streams.info('AUTH', { subjects_filter: 'events.auth.mailbox.*' });
  return Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0);
};
const deleteAccount = async (email: string) => {
  const session = await auth.logIn(email);
  outputOf(await auth.ask(messageOf('deleteAccount'), { password: PASSWORD }, session));
};

describe('a mailbox', () => {
  test('is claimed once: by the first account, whatever other addresses lead to it', async () => {
    const { userId } = await auth.registerVerified('welcome@example.com');
    await claimed('welcome@example.com', userId);
    const before = await claims();
    await Promise.all(
      ['welcome+1@example.com', 'welcome+2@example.com'].map((email) => auth.registerVerified(email)),
    );
    const other = await auth.registerVerified('somebody.else@example.com');
    await claimed('somebody.else@example.com', other.userId);
    expect(await claims()).toBe(before + 1);
    expect(await claimOf('welcome+3@example.com')).toEqual({ userId });
  });

  test('of two accounts that prove it at the same moment is claimed by one', async () => {
    const emails = ['race+1@example.com', 'race+2@example.com'];
    await Promise.all(emails.map((email) => auth.register(email)));
    const tokens = await Promise.all(emails.map((email) => auth.tokens(email, VERIFICATION)));
    const before = await claims();
    await Promise.all(tokens.map(([token = '']) => auth.verify(token)));
    await vi.waitFor(async () => expect((await claimOf('race@example.com')).userId).not.toBeNull(), {
      timeout: 60_000,
    });
    const last = await auth.registerVerified('after.race@example.com');
    await claimed('after.race@example.com', last.userId);
    expect(await claims()).toBe(before + 2);
  });

  test('stays claimed when the account is deleted and the address registered again', async () => {
    const { userId } = await auth.registerVerified('again@example.com');
    await deleteAccount('again@example.com');
    const { user_id: nextId } = outputOf(await auth.register('again@example.com'));
    const tokens = await auth.tokens('again@example.com', VERIFICATION, 2);
    outputOf(await auth.verify(tokens.find((token) => token.startsWith(nextId)) ?? ''));
    expect((await auth.logIn('again@example.com')).userId).not.toBe(userId);
    await claimed('again@example.com', userId);
  });

  test('is one for addresses that look alike, and so is their account', async () => {
    const { userId } = await auth.registerVerified('alike@example.com');
    for (const email of ['alike@exam\u200bple.com', 'ali\u00adke@example.com', 'ａｌｉｋｅ@example.com']) {
      outputOf(await auth.register(email, 'a password of a stranger'));
      expect((await auth.logIn(email)).userId).toBe(userId);
    }
    await auth.mails('alike@example.com', /already have an account/, 3);
  });

  test('gets ten mails an hour over all its addresses, whether or not they have an account', async () => {
    const answers: string[] = [];
    for (let tag = 0; tag < 12; tag += 1)
      answers.push(codeOf(await auth.register(`bomb+${tag}@example.com`)));
    expect(answers).toEqual([...Array(10).fill('ok'), 'TOO_MANY_MAILS', 'TOO_MANY_MAILS']);
    const resend = await auth.ask(messageOf('resendVerification'), { email: 'bomb+1@example.com' });
    expect(resend).toMatchObject({ refused: 'TOO_MANY_MAILS', data: { seconds: expect.any(Number) } });
    const reset = await auth.ask(messageOf('requestPasswordReset'), { email: 'bomb+1@example.com' });
    expect(codeOf(reset)).toBe('ok');
  });
});

test('a stranger has a part of the mails to a mailbox, so that its owner still gets one', async () => {
  outputOf(await auth.register('owner@example.com'));
  const ask = (address: string) =>
    auth.ask(
      messageOf('requestPasswordReset'),
      { email: 'owner@example.com' },
      { client: { address, userAgent: '' } },
    );
  const answers: string[] = [];
  for (let time = 0; time < 6; time += 1) answers.push(codeOf(await ask('203.0.113.9')));
  expect(answers).toEqual([...Array(4).fill('ok'), 'TOO_MANY_MAILS', 'TOO_MANY_MAILS']);
  expect(codeOf(await ask('198.51.100.2'))).toBe('ok');
});

test('a network registers thirty accounts an hour; a command that is sent again counts once', async () => {
  const from = { client: { address: '203.0.113.7', userAgent: '' } };
  const register = (index: number, commandId = `from-one-network-${index}`) =>
    auth.register(`network${index}@example.com`, PASSWORD, { ...from, commandId });
  for (let index = 0; index < 30; index += 1) outputOf(await register(index));
  outputOf(await register(29));
  expect(await register(30)).toMatchObject({ refused: 'TOO_MANY_REGISTRATIONS' });
  // The id of a visitor's command is his own choice.
  expect(await register(31, 'from-one-network-1')).toMatchObject({ refused: 'TOO_MANY_REGISTRATIONS' });
  outputOf(await auth.register('elsewhere@example.com'));
});
