// The link of the mail signs in the browser that registered without a password, and any other with the password of the registration.
import { MESSAGES, messageOf, type Refusal } from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { type Answer, outputOf } from '@tradeium/service-kit';
import { sharedByTests, silentLog } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import {
  MASTER_KEY,
  PASSWORD,
  refusal,
  signedInBy,
  startAuth,
  VERIFICATION,
} from '../tests/auth-under-test.ts';
import { userAggregate } from './domain/user.ts';
import { later } from './domain/user-state.ts';
import { openRegistrationMarks } from './secrets/registration-marks.ts';

const auth = sharedByTests(startAuth);

const PASSWORD_NEEDED = refusal('VERIFICATION_PASSWORD_REQUIRED');
const INVALID = refusal('VERIFICATION_TOKEN_INVALID');

/** Registers, and answers the mark that the browser keeps. */
const registerIn = async (email: string, password = PASSWORD, commandId?: string): Promise<string> => {
  const ids = commandId === undefined ? {} : { commandId };
  return outputOf(await auth.register(email, password, ids)).registration?.mark ?? '';
};

const linksOf = (email: string, count = 1) => auth.tokens(email, VERIFICATION, count);

/** The session that an opened link began; fails where there is none. */
const sessionOf = (opened: Answer<{ session_token: string | null }> | Refusal) =>
  signedInBy(outputOf(opened).session_token ?? '');

describe('the browser that registered', () => {
  test('is signed in by the link alone, once, as by a login', async () => {
    const mark = await registerIn('here@example.com');
    const [token = ''] = await linksOf('here@example.com');
    const opened = await auth.open(token, mark);
    const { user, session_expires_at: expiresAt } = outputOf(opened);
    expect(user).toMatchObject({ email: 'here@example.com', username: 'here', email_verified: true });
    const days = (Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    const session = sessionOf(opened);
    expect(await auth.userBehind(session)).toEqual(user);
    const sessions = outputOf(await auth.ask(messageOf('listSessions'), {}, session));
    expect(sessions).toMatchObject([{ current: true, device: 'Firefox on Linux' }]);
    expect(await auth.open(token, mark)).toEqual(INVALID);
    outputOf(await auth.login('here@example.com'));
  });

  test('is signed in by the newest link, too, when it asked for another', async () => {
    const email = 'asks-again@example.com';
    const mark = await registerIn(email);
    await linksOf(email);
    outputOf(await auth.ask(messageOf('resendVerification'), { email }));
    const [first = '', second = ''] = await linksOf(email, 2);
    expect((await auth.userBehind(sessionOf(await auth.open(second, mark))))?.email).toBe(email);
    expect(await auth.open(first, mark)).toEqual(INVALID);
  });

  test('may choose another password with the link, and is signed in with it', async () => {
    const mark = await registerIn('chooses@example.com');
    const [token = ''] = await linksOf('chooses@example.com');
    const chosen = { token, password: 'another horse', registration_mark: mark };
    sessionOf(await auth.ask(MESSAGES.verifyAddress, chosen));
    outputOf(await auth.login('chooses@example.com', 'another horse'));
  });

  test('that sends its registration again keeps a mark of it', async () => {
    const email = 'repeats@example.com';
    await registerIn(email, PASSWORD, 'registered-once');
    const [token = ''] = await linksOf(email);
    sessionOf(await auth.open(token, await registerIn(email, PASSWORD, 'registered-once')));
  });

  test('that sends the link again under its command id gets no second session', async () => {
    const mark = await registerIn('lost-answer@example.com');
    const [token = ''] = await linksOf('lost-answer@example.com');
    const ids = { commandId: 'opened-once' };
    const session = sessionOf(await auth.open(token, mark, ids));
    expect(outputOf(await auth.open(token, mark, ids))).toMatchObject({ user: null, session_token: null });
    expect(outputOf(await auth.ask(messageOf('listSessions'), {}, session))).toHaveLength(1);
  });

  test('is known where it was signed in: strangers who guess cannot lock it out', async () => {
    const from = (address: string) => ({ client: { address, userAgent: '' } });
    const mark = await registerIn('guessed@example.com');
    const [token = ''] = await linksOf('guessed@example.com');
    sessionOf(await auth.open(token, mark, from('203.0.113.1')));
    for (let guess = 0; guess < 10; guess += 1)
      await auth.login('guessed@example.com', 'wrong', from(`198.51.100.${guess}`));
    expect(await auth.login('guessed@example.com', PASSWORD, from('198.51.100.99'))).toMatchObject(
      refusal('TOO_MANY_LOGIN_ATTEMPTS'),
    );
    outputOf(await auth.login('guessed@example.com', PASSWORD, from('203.0.113.1')));
  });
});

describe('any other browser needs a password for the link', () => {
  /** A mark of the registration that a link belongs to, from two days ago. */
  const expired = async (token: string): Promise<string> => {
    const users = openAggregates({ nc: auth.nc, log: silentLog, now: () => new Date() }, userAggregate);
    const { state } = await users.load(token.split('.', 1)[0] ?? '');
    if (state.status !== 'registered') throw new Error('no user is registered');
    const marks = openRegistrationMarks([MASTER_KEY]);
    const now = new Date().toISOString();
    expect(marks.isOf(marks.make(state, later(now, 60_000)), state, now)).toBe(true);
    return marks.make(state, later(now, -1));
  };

  // spec: accounts.3
  test.each<[string, (token: string) => Promise<string | undefined> | string | undefined]>([
    ['without a mark', () => undefined],
    ['with noise for a mark', () => 'v2.a.b.c'],
    ['with the mark of an account of its own', () => registerIn('of-its-own@example.com')],
    ['with a mark that is too old', expired],
    [
      'with the mark of another server',
      () => openRegistrationMarks(['x'.repeat(40)]).make({ userId: 'u', passwordHash: 'p' }, '2100'),
    ],
  ])('%s', async (what, markOf) => {
    const email = `${what.replaceAll(' ', '-')}@example.com`;
    await registerIn(email);
    const [token = ''] = await linksOf(email);
    expect(await auth.open(token, await markOf(token))).toEqual(PASSWORD_NEEDED);
    expect(await auth.login(email)).toEqual(refusal('EMAIL_NOT_VERIFIED'));
    expect(outputOf(await auth.verify(token, 'typed elsewhere'))).toMatchObject({
      user: null,
      session_token: null,
    });
    outputOf(await auth.login(email, 'typed elsewhere'));
  });

  test('and a mark without the link of its mail opens nothing', async () => {
    const mark = await registerIn('no-link@example.com');
    const [token = ''] = await linksOf('no-link@example.com');
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`;
    expect(await auth.open(forged, mark)).toEqual(INVALID);
  });

  test('and what a registration of a known address leaves behind opens nothing', async () => {
    const owner = await registerIn('taken@example.com');
    const [first = ''] = await linksOf('taken@example.com');
    sessionOf(await auth.open(first, owner));
    const decoy = await registerIn('taken@example.com', 'a guess of a stranger');
    expect(await auth.open(first, decoy)).toEqual(INVALID);
    const mine = await registerIn('mine@example.com');
    const [own = ''] = await linksOf('mine@example.com');
    expect(await auth.open(own, decoy)).toEqual(PASSWORD_NEEDED);
    sessionOf(await auth.open(own, mine));
  });
});

describe('the password of the registration, typed with the link', () => {
  test('signs in any browser, once, as by a login', async () => {
    const email = 'elsewhere@example.com';
    await registerIn(email);
    const [token = ''] = await linksOf(email);
    const typed = { token, password: PASSWORD };
    const opened = await auth.ask(MESSAGES.verifyAddress, typed, { commandId: 'typed-once' });
    expect(outputOf(opened).user).toMatchObject({ email, email_verified: true });
    const session = sessionOf(opened);
    const sessions = outputOf(await auth.ask(messageOf('listSessions'), {}, session));
    expect(sessions).toMatchObject([{ current: true, device: 'Firefox on Linux' }]);
    const again = await auth.ask(MESSAGES.verifyAddress, typed, { commandId: 'typed-once' });
    expect(outputOf(again)).toMatchObject({ user: null, session_token: null });
    expect(await auth.verify(token, PASSWORD)).toEqual(INVALID);
    outputOf(await auth.login(email));
  });

  test('of another registration of the address opens the account, and signs nobody in', async () => {
    const email = 'of-another@example.com';
    await registerIn(email, 'of the stranger');
    await linksOf(email);
    await registerIn(email);
    const [strangers = ''] = await linksOf(email, 2);
    expect(outputOf(await auth.verify(strangers, PASSWORD)).session_token).toBeNull();
    outputOf(await auth.login(email));
  });
});

describe('an address that a stranger registered, too', () => {
  const STRANGERS = 'of the stranger';

  /** The links of both registrations, in order, and the marks of both browsers. */
  const disputed = async (email: string, passwords: readonly [string, string]) => {
    const first = await registerIn(email, passwords[0]);
    await linksOf(email);
    const second = await registerIn(email, passwords[1]);
    return { marks: [first, second], links: await linksOf(email, 2) };
  };

  test('before: the link of the stranger’s mail asks for the password, that of one’s own signs in', async () => {
    const email = 'stranger-first@example.com';
    const { marks, links } = await disputed(email, [STRANGERS, PASSWORD]);
    expect(await auth.open(links[0] ?? '', marks[1])).toEqual(PASSWORD_NEEDED);
    sessionOf(await auth.open(links[1] ?? '', marks[1]));
    outputOf(await auth.login(email, PASSWORD));
    expect(await auth.login(email, STRANGERS)).toEqual(refusal('INVALID_CREDENTIALS'));
    for (const link of links) expect(await auth.open(link, marks[0])).toEqual(INVALID);
  });

  test('afterwards: the owner’s first link still signs in, with the owner’s password', async () => {
    const email = 'stranger-later@example.com';
    const { marks, links } = await disputed(email, [PASSWORD, STRANGERS]);
    expect(await auth.open(links[1] ?? '', marks[0])).toEqual(PASSWORD_NEEDED);
    sessionOf(await auth.open(links[0] ?? '', marks[0]));
    outputOf(await auth.login(email, PASSWORD));
    // As before the proof: the last to register learns nothing.
    expect(await auth.login(email, STRANGERS)).toEqual(refusal('EMAIL_NOT_VERIFIED'));
  });
});
