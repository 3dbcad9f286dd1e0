// Attempts that must not open an account on the running product: stolen, forged, used or ended credentials, guesses, and hints.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteName } from '@tradeium/contracts';
import jsonwebtoken from 'jsonwebtoken';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type ApiAnswer, openClient, PASSWORD, type RegisteredUser, registerUser } from '../api-client.ts';
import { endOfRun, saveStrategy, slowedMomentum, untilStep } from '../backtest-story.ts';
import { mailedLink, mailsTo } from '../mailbox.ts';
import { runningSystem } from '../running-system.ts';

const client = () => openClient(runningSystem());
const newAddress = (): string => `nobody-${randomUUID()}@example.com`;

/** Logs a user in again; returns the Cookie header of the new session. */
const logIn = async (email: string, password = PASSWORD): Promise<{ cookie: string; setCookie: string }> => {
  const answer = await client().call('login', { email, password });
  expect(answer.status).toBe(200);
  const setCookie = answer.headers.get('set-cookie') ?? '';
  return { cookie: setCookie.split(';')[0] ?? '', setCookie };
};

const me = (cookie: string) => client().send('/auth/me', { method: 'GET', headers: { cookie } });
const isIn = async (cookie: string): Promise<boolean> => (await me(cookie)).status === 200;

const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';
const visible = ({ status, body }: ApiAnswer) => ({ status, body });

let user: RegisteredUser;
beforeAll(async () => {
  user = await registerUser(runningSystem());
});

describe('the session cookie', () => {
  test('is out of reach of scripts and other sites, and ends', async () => {
    const { setCookie } = await logIn(user.email);
    expect(setCookie).toMatch(/; HttpOnly/);
    expect(setCookie).toMatch(/; SameSite=Lax/);
    expect(setCookie).toMatch(/; Path=\//);
    expect(setCookie).not.toMatch(/Domain=/i);
    const expires = Date.parse(/Expires=([^;]+)/.exec(setCookie)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThanOrEqual(Date.now() + 30 * 86_400_000);
  });

  test('is never one that the browser brought along', async () => {
    const planted = await logIn(user.email);
    const answer = await client().send('/auth/login', {
      method: 'POST',
      body: { email: user.email, password: PASSWORD },
      headers: { cookie: planted.cookie },
    });
    const fresh = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect(answer.status).toBe(200);
    expect(fresh).not.toBe(planted.cookie);
    const sidOf = (cookie: string) =>
      (jsonwebtoken.decode(cookie.slice(cookie.indexOf('=') + 1)) as { sid: string }).sid;
    expect(sidOf(fresh)).not.toBe(sidOf(planted.cookie));
  });

  test('opens nothing once its session was logged out', async () => {
    const { cookie } = await logIn(user.email);
    await client().send('/auth/logout', { method: 'POST', headers: { cookie } });
    expect(await isIn(cookie)).toBe(false);
  });
});

describe('a token of a session that', () => {
  const secret = () =>
    (JSON.parse(readFileSync(join(inject('systemHome'), 'secrets.json'), 'utf8')) as Record<string, string>)
      .SESSION_SECRET as string;
  const claimsOf = async () => {
    const { cookie } = await logIn(user.email);
    const [name, token] = [cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1)];
    const claims = jsonwebtoken.decode(token) as jsonwebtoken.JwtPayload & { sid: string };
    return { name, token, claims };
  };
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test.for([
    ['is signed with another key', ({ claims }) => jsonwebtoken.sign(claims, 'x'.repeat(44))],
    ['is not signed at all', ({ claims }) => `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`],
    ['is cut short', ({ token }) => token.slice(0, -4)],
    [
      'names another user',
      ({ token, claims }) =>
        token.replace(token.split('.')[1] ?? '', base64({ ...claims, sub: randomUUID() })),
    ],
    [
      'has expired',
      ({ claims }) => jsonwebtoken.sign({ ...claims, exp: Math.floor(Date.now() / 1_000) - 60 }, secret()),
    ],
    [
      'belongs to no session',
      ({ claims }) => jsonwebtoken.sign({ ...claims, sid: 'A'.repeat(32) }, secret()),
    ],
    [
      'is of another user’s session',
      ({ claims }) => jsonwebtoken.sign({ ...claims, sub: randomUUID() }, secret()),
    ],
    ['is signed in another way', ({ claims }) => jsonwebtoken.sign(claims, secret(), { algorithm: 'HS512' })],
  ] satisfies [string, (given: Awaited<ReturnType<typeof claimsOf>>) => string][])(
    '%s is refused',
    async ([, forge]) => {
      const given = await claimsOf();
      expect(await isIn(`${given.name}=${given.token}`)).toBe(true);
      const answer = await me(`${given.name}=${forge(given)}`);
      expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    },
  );
});

describe('a session that is revoked', () => {
  test('opens nothing any more, and its open streams are closed', async () => {
    const strategy = await saveStrategy(user, slowedMomentum(1));
    const input = { ...strategy, run_id: `run-${randomUUID()}` };
    const ending = endOfRun(user, input, 60_000);
    await untilStep(user, input.run_id, 'running_strategy');
    const stolen = await logIn(user.email);
    const stream = await fetch(`${runningSystem().gateway}/api/backtest/runs/${input.run_id}/progress`, {
      headers: { cookie: stolen.cookie },
      signal: AbortSignal.timeout(30_000),
    });
    expect(stream.status).toBe(200);
    const closed = stream.text().then(() => performance.now());
    const [newest] = await user.get('listSessions', {});
    expect(newest?.current).toBe(false);
    const ended = ending.then(() => performance.now());
    expect((await user.call('revokeSession', { id: newest?.id ?? '' })).status).toBe(200);
    expect(await isIn(stolen.cookie)).toBe(false);
    expect(await closed).toBeLessThan(await ended);
    expect((await user.call('getMe', {})).status).toBe(200);
  });

  test('takes the others with it when all but one’s own are revoked', async () => {
    const others = await Promise.all([logIn(user.email), logIn(user.email)]);
    const { revoked } = await user.get('revokeOtherSessions', {});
    expect(revoked).toBeGreaterThanOrEqual(2);
    for (const { cookie } of others) expect(await isIn(cookie)).toBe(false);
    expect(await user.get('listSessions', {})).toMatchObject([{ current: true }]);
  });
});

describe('a new password', () => {
  const changed = 'a better horse';

  test('ends every session, and the current one continues under another cookie', async () => {
    const owner = await registerUser(runningSystem());
    const [mine, stolen] = [await logIn(owner.email), await logIn(owner.email)];
    const wrong = await client().send('/auth/profile', {
      method: 'PUT',
      body: { currentPassword: 'not the one', newPassword: changed },
      headers: { cookie: mine.cookie },
    });
    expect(wrong).toMatchObject({ status: 403, code: 'CURRENT_PASSWORD_WRONG' });
    const answer = await client().send('/auth/profile', {
      method: 'PUT',
      body: { currentPassword: PASSWORD, newPassword: changed },
      headers: { cookie: mine.cookie },
    });
    expect(answer.status).toBe(200);
    const next = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect(next).not.toBe(mine.cookie);
    expect([await isIn(mine.cookie), await isIn(stolen.cookie), await isIn(next)]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await client().call('login', { email: owner.email, password: PASSWORD })).code).toBe(
      'INVALID_CREDENTIALS',
    );
    await logIn(owner.email, changed);
  });

  test('by mail works once, ends every session, and makes older links invalid', async () => {
    const owner = await registerUser(runningSystem());
    const { cookie } = await logIn(owner.email);
    const { mail } = runningSystem();
    await client().get('requestPasswordReset', { email: owner.email });
    const token = tokenOf(await mailedLink(mail, owner.email, 'reset-password'));
    for (const forged of [`${token}A`, token.slice(0, -1), token.toLowerCase(), randomUUID(), '{"$gt":""}'])
      expect(await client().call('resetPassword', { token: forged, newPassword: changed })).toMatchObject({
        status: 400,
        code: 'RESET_TOKEN_INVALID',
      });
    expect((await client().call('resetPassword', { token, newPassword: changed })).status).toBe(200);
    expect(await isIn(cookie)).toBe(false);
    const again = await client().call('resetPassword', { token, newPassword: 'mine instead' });
    expect(again).toMatchObject({ status: 400, code: 'RESET_TOKEN_INVALID' });
    await logIn(owner.email, changed);
  });
});

// spec: accounts.12
test('the link that proves an address works once', async () => {
  const email = newAddress();
  await client().get('register', { email, password: PASSWORD });
  expect(await client().call('login', { email, password: PASSWORD })).toMatchObject({
    status: 403,
    code: 'EMAIL_NOT_VERIFIED',
  });
  const token = tokenOf(await mailedLink(runningSystem().mail, email, 'verify-email'));
  expect((await client().call('verifyEmail', { token })).status).toBe(200);
  const again = await client().call('verifyEmail', { token });
  expect(again).toMatchObject({ status: 400, code: 'VERIFICATION_TOKEN_INVALID' });
  expect((await client().call('resetPassword', { token, newPassword: 'another one' })).code).toBe(
    'RESET_TOKEN_INVALID',
  );
});

describe('nothing shows whether there is an account at', () => {
  const both = async (ask: (email: string) => Promise<ApiAnswer>): Promise<[ApiAnswer, ApiAnswer]> => {
    const unknown = newAddress();
    const answers = [await ask(user.email), await ask(unknown)] as const;
    const withoutAddress = (answer: ApiAnswer, email: string): ApiAnswer => ({
      ...answer,
      body: JSON.parse(
        JSON.stringify(answer.body)
          .replaceAll(email, 'ADDRESS')
          .replaceAll(email.split('@')[0]?.replaceAll('-', '_') ?? '', 'NAME'),
      ),
    });
    return [withoutAddress(answers[0], user.email), withoutAddress(answers[1], unknown)];
  };

  test.for(['resendVerification', 'requestPasswordReset'] as const)('%s', async (name) => {
    const [known, unknown] = await both((email) => client().call(name, { email }));
    expect(known.status).toBe(200);
    expect(visible(known)).toEqual(visible(unknown));
  });

  test('login', async () => {
    const [known, unknown] = await both((email) => client().call('login', { email, password: 'wrong one' }));
    expect(known).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    expect(visible(known)).toEqual(visible(unknown));
  });

  test('register, where only the mailbox learns of it', async () => {
    const [known, unknown] = await both((email) => client().call('register', { email, password: PASSWORD }));
    expect([known.status, unknown.status]).toEqual([200, 200]);
    const shapeOf = ({ body }: ApiAnswer) => ({ ...(body as object), user_id: '', username: '' });
    expect(shapeOf(known)).toEqual(shapeOf(unknown));
    const cookieSizes = ({ headers }: ApiAnswer) => headers.getSetCookie().map(({ length }) => length);
    expect(cookieSizes(known)).toHaveLength(1);
    expect(cookieSizes(known)).toEqual(cookieSizes(unknown));
    const { user_id: knownId } = known.body as { user_id: string };
    expect(knownId).toMatch(/^[0-9a-f-]{36}$/);
    expect(knownId).not.toBe(user.userId);
    await expect
      .poll(async () => (await mailsTo(runningSystem().mail, user.email)).length)
      .toBeGreaterThanOrEqual(2);
    expect((await client().call('login', { email: user.email, password: PASSWORD })).status).toBe(200);
  });
});

describe('guessing', () => {
  test('a password has to wait longer and longer at every gateway, even the right one', async () => {
    const victim = await registerUser(runningSystem());
    const answers: ApiAnswer[] = [];
    for (let guess = 0; guess < 8; guess += 1)
      answers.push(await client().call('login', { email: victim.email, password: `guess ${guess}` }));
    const codes = answers.map(({ code }) => code);
    expect(codes.slice(0, 5)).toEqual(Array(5).fill('INVALID_CREDENTIALS'));
    expect(codes).toContain('TOO_MANY_LOGIN_ATTEMPTS');
    const waiting = answers.find(({ code }) => code === 'TOO_MANY_LOGIN_ATTEMPTS');
    expect(waiting?.status).toBe(429);
    expect(Number(waiting?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('another site cannot have a browser', () => {
  const routes: [RouteName, string, string][] = [
    ['updateProfile', 'PUT', '/auth/profile'],
    ['revokeSession', 'DELETE', '/auth/sessions/some-id'],
    ['revokeOtherSessions', 'POST', '/auth/sessions/revoke-others'],
    ['deleteAccount', 'POST', '/auth/delete-account'],
    ['resetPassword', 'POST', '/auth/reset-password'],
    ['createInvoice', 'POST', '/api/payments/create-invoice'],
  ];
  test.for(routes)('%s', async ([, method, path]) => {
    for (const origin of ['https://evil.example', 'null', `${runningSystem().gateway}.evil.example`]) {
      const answer = await user.send(path, { method, body: {}, headers: { origin } });
      expect(answer).toMatchObject({ status: 403, code: 'FORBIDDEN_ORIGIN' });
    }
  });
});

describe('a body that', () => {
  const huge = 'x'.repeat(10 * 1024 * 1024);
  const bodies: [string, string, string, unknown, number][] = [
    [
      'asks the database for a user',
      'POST',
      '/auth/login',
      { email: { $gt: '' }, password: { $gt: '' } },
      400,
    ],
    [
      'asks the database for an address',
      'POST',
      '/auth/register',
      { email: { $ne: null }, password: 'x' },
      400,
    ],
    ['asks SQL for a user', 'POST', '/auth/login', { email: "' OR 1=1 --", password: "' OR '1'='1" }, 401],
    ['asks the database for a token', 'POST', '/auth/verify-email', { token: { $gt: '' } }, 400],
    [
      'asks the database for a reset',
      'POST',
      '/auth/reset-password',
      { token: { $gt: '' }, newPassword: 'long enough' },
      400,
    ],
    ['asks the database for a name', 'PUT', '/auth/profile', { username: { $regex: '.*' } }, 400],
    [
      'wants to be somebody else',
      'PUT',
      '/auth/profile',
      { username: 'fine_name', id: 'other', email_verified: true },
      400,
    ],
    ['has an invisible name', 'PUT', '/auth/profile', { username: 'ad\u200bmin' }, 400],
    ['has a name from right to left', 'PUT', '/auth/profile', { username: '\u202enimda' }, 400],
    ['has a name of look-alikes', 'PUT', '/auth/profile', { username: 'аdmin' }, 400],
    ['has a name of emoji', 'PUT', '/auth/profile', { username: '🚀🚀🚀' }, 400],
    ['has a name with a NUL', 'PUT', '/auth/profile', { username: 'ab\0c' }, 400],
    ['has a name of 10 MB', 'PUT', '/auth/profile', { username: huge }, 413],
    [
      'registers a name of 10 MB',
      'POST',
      '/auth/register',
      { email: `${huge}@example.com`, password: 'x' },
      413,
    ],
    [
      'has a password that is too long',
      'POST',
      '/auth/login',
      { email: 'some@one.de', password: 'x'.repeat(300) },
      400,
    ],
    ['deletes with a query', 'POST', '/auth/delete-account', { password: { $ne: '' } }, 400],
  ];
  test.for(bodies)('%s is refused', async ([, method, path, body, status]) => {
    const answer = await user.send(path, { method, body });
    expect(answer.status).toBe(status);
    expect(answer.code).toMatch(/^[A-Z_]+$/);
    expect(JSON.stringify(answer.body).length).toBeLessThan(300);
  });
});

test('the secret of the cookie is not the name of the session', async () => {
  const { cookie } = await logIn(user.email);
  const { sid } = jsonwebtoken.decode(cookie.slice(cookie.indexOf('=') + 1)) as { sid: string };
  const listed = JSON.stringify(await user.get('listSessions', {}));
  expect(listed).not.toContain(sid);
});
