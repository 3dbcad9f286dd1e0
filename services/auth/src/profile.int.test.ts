// The profile: a new name, a new password in the profile or by mail, and the effects.
import { isRefusal, MESSAGES, messageOf, type Refusal } from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { type Answer, openDataKeys, outputOf } from '@tradeium/service-kit';
import { sharedByTests, silentLog } from '@tradeium/testing';
import { describe, expect, test, vi } from 'vitest';
import {
  MASTER_KEY,
  PASSWORD,
  RESET,
  refusal,
  type SignedIn,
  signedInBy,
  startAuth,
  untilItWaits,
  VERIFICATION,
} from '../tests/auth-under-test.ts';
import { userAggregate } from './domain/user.ts';

const auth = sharedByTests(startAuth);

const NEW = 'a better password';
const CHANGED = /password was changed/;
const change = (signedIn: SignedIn, input: object, ids: object = {}) =>
  auth.ask(MESSAGES.changeProfile, input as never, { ...signedIn, ...ids });
const REUSED = refusal('COMMAND_ID_REUSED');

test('a signed-in user is not held up by attempts of others at the same address', async () => {
  const vic = await auth.signUp('vic');
  const from = { client: { address: '198.51.100.7', userAgent: '' } };
  await untilItWaits(() => auth.login('vic@example.com', 'guessed', from));
  expect(await auth.login('vic@example.com', PASSWORD, from)).toMatchObject({
    refused: 'TOO_MANY_LOGIN_ATTEMPTS',
  });
  const input = { currentPassword: PASSWORD, newPassword: NEW };
  outputOf(await change(vic, input, from));
});

describe('a new name', () => {
  test('logs in at once, and the old one is free for others', async () => {
    const ada = await auth.signUp('ada');
    const answered = outputOf(await change(ada, { username: ' Countess_Ada ' }));
    expect(answered).toMatchObject({ user: { username: 'Countess_Ada' }, session_token: null });
    expect((await auth.logIn('countess_ADA')).userId).toBe(ada.userId);
    expect(await auth.login('ada')).toEqual(refusal('INVALID_CREDENTIALS'));
    expect(await auth.userBehind(ada)).toMatchObject({ username: 'Countess_Ada' });
    const bob = await auth.signUp('bob');
    outputOf(await change(bob, { username: 'ada' }));
    expect((await auth.logIn('ada')).userId).toBe(bob.userId);
  });

  test('belongs to one user, whatever its case and however many request it at once', async () => {
    const rivals = [await auth.signUp('rival_a'), await auth.signUp('rival_b'), await auth.signUp('rival_c')];
    const results = await Promise.all(
      rivals.map((each, index) => change(each, { username: ['Won', 'wOn', 'woN'][index] })),
    );
    expect(results.filter(isRefusal)).toEqual(Array(2).fill(refusal('USERNAME_TAKEN')));
    const winner = rivals[results.findIndex((result) => !isRefusal(result))];
    expect((await auth.logIn('won')).userId).toBe(winner?.userId);
  });

  test('may be the old one in another case, or again', async () => {
    const eve = await auth.signUp('eve');
    for (const username of ['EVE', 'eva', 'eve']) outputOf(await change(eve, { username }));
    expect((await auth.logIn('eve')).userId).toBe(eve.userId);
    expect(await auth.login('eva')).toEqual(refusal('INVALID_CREDENTIALS'));
  });

  test('of two changes at once leaves the user with one of the two names', async () => {
    const kim = await auth.signUp('kim');
    await Promise.all(['kim_a', 'kim', 'kim_b', 'KIM'].map((username) => change(kim, { username })));
    const { username } = (await auth.userBehind(kim)) ?? { username: '' };
    expect((await auth.logIn(username)).userId).toBe(kim.userId);
  });

  test("that is requested many times at once stays the user's own", async () => {
    const [lou, rival] = [await auth.signUp('lou'), await auth.signUp('rival')];
    for (const name of ['louis', 'louise', 'louisa']) {
      const ids = { commandId: `once-${name}` };
      const results = await Promise.all(
        [{}, {}, ids, ids].map((each) => change(lou, { username: name }, each)),
      );
      expect(results.some((result) => !isRefusal(result))).toBe(true);
      expect(await change(rival, { username: name })).toEqual(refusal('USERNAME_TAKEN'));
      expect((await auth.logIn(name)).userId).toBe(lou.userId);
    }
  });

  test('leaves the old one free, even when the service died before it could free it', async () => {
    const [abe, heir] = [await auth.signUp('abe'), await auth.signUp('heir')];
    const sealing = await openDataKeys(auth.nc, [MASTER_KEY]);
    const store = { nc: auth.nc, log: silentLog, now: () => new Date() };
    const users = openAggregates(store, { ...userAggregate, sealing });
    await users.execute(abe.userId, { commandId: 'broke-off' }, () => [
      {
        type: 'UsernameChanged',
        data: { userId: abe.userId, username: 'abe_new', previous: { username: 'abe', claims: 1 } },
      },
    ]);
    await vi.waitFor(async () => outputOf(await change(heir, { username: 'abe' })), {
      timeout: 60_000,
      interval: 20,
    });
  });

  test('sent again under its command id is answered as it was, and another under it is refused', async () => {
    const [nia, other] = [await auth.signUp('nia'), await auth.signUp('other')];
    const ids = { commandId: 'nia-1' };
    const first = outputOf(await change(nia, { username: 'nia_new' }, ids));
    expect(outputOf(await change(nia, { username: 'nia_new' }, ids))).toEqual(first);
    expect(await change(nia, { username: 'nia_other' }, ids)).toEqual(REUSED);
    expect(await change(other, { username: 'nia_new' })).toEqual(refusal('USERNAME_TAKEN'));
    expect((await auth.logIn('nia_new')).userId).toBe(nia.userId);
    outputOf(await change(other, { username: 'nia_other' }));
  });

  test('that was refused is free for others, even when its command arrives again', async () => {
    const [zoe, other] = [await auth.signUp('zoe'), await auth.signUp('zora')];
    const passwords = ['password one', 'password two'];
    const results = await Promise.all(
      passwords.map((newPassword, index) =>
        change(
          zoe,
          { username: `zoe_${index}`, currentPassword: PASSWORD, newPassword },
          { commandId: `zoe-${index}` },
        ),
      ),
    );
    const lost = results.findIndex(isRefusal);
    outputOf(await change(other, { username: `zoe_${lost}` }));
    const again = {
      username: `zoe_${lost}`,
      currentPassword: passwords[1 - lost],
      newPassword: passwords[lost],
    };
    const back = await auth.logIn(`zoe_${1 - lost}`, passwords[1 - lost]);
    expect(await change(back, again, { commandId: `zoe-${lost}` })).toEqual(refusal('USERNAME_TAKEN'));
    expect((await auth.logIn(`zoe_${lost}`)).userId).toBe(other.userId);
  });

  test.each<[object, Refusal]>([
    [{}, refusal('PROFILE_UNCHANGED')],
    [{ newPassword: '', currentPassword: '' }, refusal('PROFILE_UNCHANGED')],
    [{ username: 'rules' }, refusal('USERNAME_UNCHANGED')],
    [{ username: '' }, refusal('USERNAME_REQUIRED')],
    [{ username: 'ab' }, refusal('USERNAME_TOO_SHORT')],
    [{ username: 'x'.repeat(31) }, refusal('USERNAME_TOO_LONG')],
    [{ username: 'no spaces' }, refusal('USERNAME_INVALID')],
    [{ username: 'nul\u0000' }, refusal('USERNAME_INVALID')],
    [{ username: { $gt: '' } }, refusal('USERNAME_REQUIRED')],
    [{ username: 'x'.repeat(500_000) }, refusal('USERNAME_TOO_LONG')],
    [{ newPassword: 'short' }, refusal('NEW_PASSWORD_TOO_SHORT')],
    [{ newPassword: NEW }, refusal('CURRENT_PASSWORD_REQUIRED')],
    [{ newPassword: NEW, currentPassword: 'wrong' }, refusal('CURRENT_PASSWORD_WRONG')],
  ])('%j is refused', async (input, expected) => {
    const signedIn = await auth.logIn('rules').catch(() => auth.signUp('rules'));
    expect(await change(signedIn, input)).toEqual(expected);
  });
});

describe('a new password', () => {
  test('ends every session but the one that replaces them, and is announced by mail', async () => {
    const [here, there] = [await auth.signUp('fay'), await auth.logIn('fay')];
    const changed = outputOf(await change(here, { currentPassword: PASSWORD, newPassword: NEW }));
    expect(await auth.userBehind(here)).toBeNull();
    expect(await auth.userBehind(there)).toBeNull();
    expect(await auth.userBehind(signedInBy(changed.session_token ?? ''))).toMatchObject({ username: 'fay' });
    expect(await auth.login('fay')).toEqual(refusal('INVALID_CREDENTIALS'));
    outputOf(await auth.login('fay', NEW));
    await auth.mails('fay@example.com', CHANGED);
  });

  test('sent again is done once; the ended session opens nothing, and other content is refused', async () => {
    const oli = await auth.signUp('oli');
    const input = { username: 'oliver', currentPassword: PASSWORD, newPassword: NEW };
    const once = { commandId: 'oli-1' };
    const unauthorized = refusal('UNAUTHORIZED');
    const { session_token } = outputOf(await change(oli, input, once));
    expect(await change(oli, input, once)).toEqual(unauthorized);
    const newest = signedInBy(session_token ?? '');
    const { user, session_token: none } = outputOf(await change(newest, input, once));
    expect([user.username, none]).toEqual(['oliver', null]);
    expect(await change(newest, { ...input, newPassword: 'guessed' }, once)).toEqual(REUSED);
    const oliver = await auth.logIn('oliver', NEW);
    const renamed = () => change(oliver, { username: 'ollie' }, { commandId: 'oli-2' });
    outputOf(await renamed());
    outputOf(await auth.ask(MESSAGES.endSession, { sessionId: oliver.sessionId }, oliver));
    expect(await renamed()).toEqual(unauthorized);
    await auth.mails('oli@example.com', CHANGED);
  });

  test('with a name that is taken changes nothing', async () => {
    await auth.signUp('taken');
    const gus = await auth.signUp('gus');
    const both = { username: 'TAKEN', currentPassword: PASSWORD, newPassword: NEW };
    expect(await change(gus, both)).toEqual(refusal('USERNAME_TAKEN'));
    expect(await auth.userBehind(gus)).toMatchObject({ username: 'gus' });
    outputOf(await change(gus, { ...both, username: 'august' }));
    expect((await auth.logIn('august', NEW)).userId).toBe(gus.userId);
  });

  test('that another change has overtaken is refused', async () => {
    const ida = await auth.signUp('ida');
    const results: (Answer<unknown> | Refusal)[] = await Promise.all(
      ['password one', 'password two'].map((newPassword) =>
        change(ida, { currentPassword: PASSWORD, newPassword }),
      ),
    );
    expect(results.filter(isRefusal)).toEqual([refusal('CONCURRENT_CHANGE')]);
  });
});

describe('a forgotten password', () => {
  const INVALID = refusal('RESET_TOKEN_INVALID');
  const forget = async (email: string) =>
    outputOf(await auth.ask(messageOf('requestPasswordReset'), { email }));
  const reset = (token: string, newPassword = NEW, context = {}) =>
    auth.ask(messageOf('resetPassword'), { token, newPassword }, context);

  test('is reset with the token of a mail, which ends all sessions and works once', async () => {
    const joe = await auth.signUp('joe');
    await forget('JOE@example.com');
    const [token = ''] = await auth.tokens('joe@example.com', RESET);
    outputOf(await reset(token));
    expect(await auth.userBehind(joe)).toBeNull();
    expect(await auth.login('joe')).toEqual(refusal('INVALID_CREDENTIALS'));
    outputOf(await auth.login('joe', NEW));
    expect(await reset(token, 'yet another one')).toEqual(INVALID);
    await auth.mails('joe@example.com', CHANGED);
  });

  test('that is sent again under its command id gets the same answer, and no other command passes for it', async () => {
    await auth.signUp('pam');
    await forget('pam@example.com');
    const [token = ''] = await auth.tokens('pam@example.com', RESET);
    const ids = { commandId: 'pam-1' };
    expect(outputOf(await reset(token, NEW, ids))).toEqual(outputOf(await reset(token, NEW, ids)));
    expect(await reset(token, 'another one', ids)).toEqual(REUSED);
  });

  test('forgives earlier failures, at either name', async () => {
    await auth.signUp('quin');
    const from = { client: { address: '198.51.100.9', userAgent: '' } };
    for (const name of ['quin@example.com', 'quin'])
      await untilItWaits(() => auth.login(name, 'forgotten', from));
    expect(await auth.login('quin', PASSWORD, from)).toMatchObject({ refused: 'TOO_MANY_LOGIN_ATTEMPTS' });
    await forget('quin@example.com');
    const [token = ''] = await auth.tokens('quin@example.com', RESET);
    outputOf(await reset(token, NEW, from));
    for (const name of ['quin', 'quin@example.com']) outputOf(await auth.login(name, NEW, from));
  });

  test('takes the newest token only, and no other kind of token', async () => {
    outputOf(await auth.register('kate@example.com'));
    const [verification = ''] = await auth.tokens('kate@example.com', VERIFICATION);
    expect(await reset(verification)).toEqual(INVALID);
    outputOf(await auth.verify(verification));
    await forget('kate@example.com');
    await auth.tokens('kate@example.com', RESET);
    await forget('kate@example.com');
    const [first = '', second = ''] = await auth.tokens('kate@example.com', RESET, 2);
    expect(await reset(first)).toEqual(INVALID);
    expect(await auth.verify(second)).toEqual(refusal('VERIFICATION_TOKEN_INVALID'));
    expect(await reset(second, 'short')).toEqual(refusal('NEW_PASSWORD_TOO_SHORT'));
    outputOf(await reset(second));
  });

  test('does not reveal who is registered, and sends at most five mails an hour', async () => {
    await auth.signUp('lea');
    const answers = [];
    for (let times = 1; times <= 7; times += 1) {
      answers.push(await forget('lea@example.com'));
      await auth.tokens('lea@example.com', RESET, Math.min(times, 5));
    }
    answers.push(await forget('nobody@example.com'));
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
  });

  test('of an unverified address is its verification first', async () => {
    outputOf(await auth.register('max@example.com'));
    await auth.tokens('max@example.com', VERIFICATION);
    await forget('max@example.com');
    await auth.tokens('max@example.com', VERIFICATION, 2);
    expect(await auth.mailsTo('max@example.com')).toHaveLength(2);
  });

  test.each(['user.1.forged', `${'a'.repeat(36)}.1.${'b'.repeat(43)}`, '{"$gt":""}', '\u0000'])(
    'is not reset with %j',
    async (token) => expect(await reset(token)).toEqual(INVALID),
  );
});

describe('a notice of another service', () => {
  const notice = {
    notice_id: 'n1',
    subject: 'Trading is paused',
    paragraphs: ['The exchange does not answer.'],
    action: { label: 'Open trading', path: '/app/trading?chat=c1' },
  };

  // spec: trading.39
  test('is mailed to its user in the words of that service', async () => {
    const noa = await auth.signUp('noa');
    expect(outputOf(await auth.ask(MESSAGES.mailNotice, notice, noa))).toEqual({ outcome: 'sent' });
    const [mail] = await auth.mails('noa@example.com', /^Trading is paused$/);
    expect(mail?.text).toContain('The exchange does not answer.');
    expect(mail?.text).toContain('/app/trading?chat=c1');
  });

  test('is not mailed to an unproven address', async () => {
    const { user_id: userId } = outputOf(await auth.register('una@example.com'));
    expect(outputOf(await auth.ask(MESSAGES.mailNotice, notice, { userId }))).toEqual({
      outcome: 'unproven',
    });
  });
});
