// Sessions at the edge: the cookie's flags, invalid tokens, and how fast an ended session is noticed.
import { createHmac } from 'node:crypto';
import { MESSAGES, messageOf, refuse, subjectOf } from '@tradeium/contracts';
import { answer, handler, type RequestContext } from '@tradeium/service-kit';
import { commitHeaders, sharedByTests } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { startEdge, tokenOf, userNamed } from '../../tests/edge-under-test.ts';
import { sessionIdOf } from './session-token.ts';

/** Shorter than a session is kept without asking: only the event can have told. */
const BY_EVENT = { timeout: 20_000 };

const NOTHING_YET = {
  usage: {
    total_users: 0,
    total_vut_credits: 0,
    total_tokens_used_today: 0,
    total_tokens_used_this_month: 0,
    cache_hit_rate: 0,
    top_users_by_usage: [],
  },
  payments: {
    total_revenue: 0,
    revenue_today: 0,
    revenue_this_month: 0,
    successful_payments: 0,
    pending_payments: 0,
    recent_payments: [],
  },
  signups: { signups_today: 0, signups_this_month: 0 },
};
const ann = userNamed('ann');
const ended: object[] = [];
const profileContexts: RequestContext[] = [];
const EXPIRES = '2040-01-01T00:00:00.000Z';

/** The responders of the auth service: Ann's password is `correct`; `verified@…` gets a session when registering. */
const handlers = [
  handler(MESSAGES.startSession, async ({ password }) => {
    if (password !== 'correct') return refuse('INVALID_CREDENTIALS');
    edge.sessions.set(sessionIdOf('s-login'), ann);
    const output = { user: ann, session_token: tokenOf(ann.id, 's-login'), session_expires_at: EXPIRES };
    return answer(output, { context: 'auth' as const, sequence: 12 });
  }),
  handler(MESSAGES.registerUser, async ({ email }) => {
    const isVerified = email.startsWith('verified');
    const token = isVerified ? tokenOf('user-new', 's-new') : null;
    return answer({
      access_token: token,
      user_id: 'user-new',
      email,
      username: 'new',
      email_verified: isVerified,
      session_token: token,
      session_expires_at: isVerified ? EXPIRES : null,
      registration: null,
    });
  }),
  handler(MESSAGES.changeProfile, async ({ username, newPassword }, context) => {
    profileContexts.push(context);
    const token = newPassword ? tokenOf(ann.id, 's-after') : null;
    if (token) edge.sessions.set(sessionIdOf('s-after'), ann);
    return answer(
      {
        user: { ...ann, username: username ?? ann.username },
        message: 'Your profile is changed',
        session_token: token,
        session_expires_at: token && EXPIRES,
      },
      { context: 'auth' as const, sequence: 34 },
    );
  }),
  handler(messageOf('deleteAccount'), async ({ password }) =>
    password === 'correct'
      ? answer({ message: 'Your account is deleted' })
      : refuse('TOO_MANY_LOGIN_ATTEMPTS', { seconds: 90 }),
  ),
  handler(messageOf('getOverview'), async () => answer(NOTHING_YET)),
  handler(MESSAGES.endSession, async ({ sessionId }, { userId }) => {
    ended.push({ userId, sessionId });
    return answer({});
  }),
];

const edge = sharedByTests(() => startEdge(handlers));

const me = (cookie: string) => edge.send('/auth/me', { cookie });

describe('the cookie', () => {
  test('is set at login, out of the reach of scripts and other sites, and the token is in nothing else', async () => {
    const response = await edge.send('/auth/login', { body: { email: 'ann', password: 'correct' } });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(
      /^tradeium_session=[\w.-]+; Path=\/; Expires=Sun, 01 Jan 2040 00:00:00 GMT; HttpOnly; SameSite=Lax$/,
    );
    expect(await response.json()).toEqual({ user: ann });
    const answered = await me(cookie.split(';', 1)[0] as string);
    expect(await answered.json()).toEqual(ann);
    expect(edge.sessionQueries.at(-1)).toMatchObject({ after: { AUTH: 12 } });
  });

  test('is not set when the password is wrong', async () => {
    const response = await edge.send('/auth/login', { body: { email: 'ann', password: 'wrong' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      detail: 'Invalid email, username or password',
      code: 'INVALID_CREDENTIALS',
    });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('of the previous session is invalid after a login of any user', async () => {
    const bob = userNamed('bob');
    const cookie = edge.signIn(bob, 's-earlier');
    expect((await me(cookie)).status).toBe(200);
    const logIn = (password: string) =>
      edge.send('/auth/login', { cookie, body: { email: 'ann', password } });
    expect((await logIn('wrong')).status).toBe(401);
    expect(ended).toEqual([]);
    expect((await logIn('correct')).status).toBe(200);
    expect(ended.splice(0)).toEqual([{ userId: bob.id, sessionId: sessionIdOf('s-earlier') }]);
    expect((await me(cookie)).status).toBe(401);
  });

  test('comes with a registration only where the email need not be verified', async () => {
    const register = (email: string) =>
      edge.send('/auth/register', { body: { email, password: 'long enough' } });
    const waiting = await register('new@example.com');
    expect(waiting.headers.get('set-cookie')).toBeNull();
    expect(await waiting.json()).toEqual({
      access_token: null,
      user_id: 'user-new',
      email: 'new@example.com',
      username: 'new',
      email_verified: false,
    });
    const verified = await register('verified@example.com');
    expect(verified.headers.get('set-cookie')).toMatch(/^tradeium_session=/);
    expect(await verified.json()).not.toHaveProperty('session_token');
  });

  test('is cleared at logout, with a session and without', async () => {
    const cookie = edge.signIn(ann, 's-out');
    await me(cookie);
    for (const sent of [{ method: 'POST', cookie }, { method: 'POST' }]) {
      const response = await edge.send('/auth/logout', sent);
      expect(response.status).toBe(200);
      expect(response.headers.get('set-cookie')).toMatch(/^tradeium_session=; .*Expires=Thu, 01 Jan 1970/);
    }
    expect(ended).toEqual([{ userId: ann.id, sessionId: sessionIdOf('s-out') }]);
    expect((await me(cookie)).status).toBe(401);
  });
});

describe('a changed account', () => {
  test('gives the browser a new session with a new password, and the old one is over', async () => {
    const cookie = edge.signIn(ann, 's-before');
    await me(cookie);
    const body = { currentPassword: 'correct', newPassword: 'battery staple' };
    const response = await edge.send('/auth/profile', { method: 'PUT', cookie, body });
    expect(await response.json()).toEqual({ user: ann, message: 'Your profile is changed' });
    expect((await me(cookie)).status).toBe(401);
    const next = response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    expect((await me(next)).status).toBe(200);
    expect(edge.sessionQueries.at(-1)).toMatchObject({ after: { AUTH: 34 } });
  });

  test('keeps the session under a new name, and passes user and address to the service', async () => {
    const cookie = edge.signIn(ann, 's-name');
    const headers = { 'user-agent': `Browser/1 ${'x'.repeat(1_000)}` };
    const body = { username: 'anna' };
    const response = await edge.send('/auth/profile', { method: 'PUT', cookie, body, headers });
    expect(response.headers.getSetCookie().join()).not.toContain('tradeium_session');
    const { sessionId, client } = profileContexts.at(-1) as RequestContext;
    expect(sessionId).toBe(sessionIdOf('s-name'));
    expect(client?.address).toMatch(/127\.0\.0\.1$/);
    expect(client?.userAgent).toHaveLength(300);
  });

  test('ends in its browser when the account is deleted; a refusal says how long to wait', async () => {
    const cookie = edge.signIn(ann, 's-deleted');
    await me(cookie);
    const remove = (password: string) => edge.send('/auth/delete-account', { cookie, body: { password } });
    const refused = await remove('wrong');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('90');
    expect((await me(cookie)).status).toBe(200);
    const response = await remove('correct');
    expect(response.headers.get('set-cookie')).toMatch(/^tradeium_session=; .*Expires=Thu, 01 Jan 1970/);
    expect((await me(cookie)).status).toBe(401);
  });
});

describe('a token', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub: ann.id, sid: 's-1', exp: Math.floor(Date.now() / 1_000) + 3_600 };
  const tampered = () => {
    const [header, , signature] = tokenOf(ann.id, 's-1').split('.');
    return `${header}.${encode({ ...claims, sub: 'user-bob' })}.${signature}`;
  };
  const hs512 = () => {
    const content = `${encode({ alg: 'HS512', typ: 'JWT' })}.${encode(claims)}`;
    return `${content}.${createHmac('sha512', edge.parts.config.SESSION_SECRET).update(content).digest('base64url')}`;
  };

  test.each([
    ['without a user', () => ''],
    ['of noise', () => 'a.b.c'],
    ['without a signature', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`],
    ['with another algorithm', hs512],
    ['that was tampered with', tampered],
    ['signed by somebody else', () => tokenOf(ann.id, 's-1', { secret: 'x'.repeat(40) })],
    ['that has expired', () => tokenOf(ann.id, 's-1', { expiresIn: -1 })],
    ["with another user's session", () => tokenOf('user-bob', 's-1')],
    ['whose session ended', () => tokenOf(ann.id, 's-gone')],
  ])('%s is no session', async (_what, token) => {
    edge.signIn(ann, 's-1');
    const response = await me(`tradeium_session=${token()}`);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      detail: 'Unauthorized - please login again',
      code: 'UNAUTHORIZED',
    });
  });
});

describe('a live session', () => {
  test('is looked up once, however many requests come', async () => {
    const cookie = edge.signIn(ann);
    const before = edge.sessionQueries.length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => me(cookie)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(edge.sessionQueries.length - before).toBe(1);
  });

  test('is over as soon as its end passes by, even if an answer on its way does not know yet', async () => {
    const cookie = edge.signIn(ann, 's-revoked');
    expect((await me(cookie)).status).toBe(200);
    await edge.endSession('s-revoked');
    edge.sessions.set(sessionIdOf('s-revoked'), ann);
    await expect.poll(async () => (await me(cookie)).status, BY_EVENT).toBe(401);
  });

  test('shows a changed user after the event', async () => {
    const cookie = edge.signIn(ann, 's-changed');
    await me(cookie);
    edge.sessions.set(sessionIdOf('s-changed'), { ...ann, username: 'anna' });
    const subject = subjectOf('auth', 'user', ann.id);
    edge.nc.publish(subject, '{}', { headers: commitHeaders(subject, '{}', 0) });
    const username = async () => ((await (await me(cookie)).json()) as { username: string }).username;
    await expect.poll(username, BY_EVENT).toBe('anna');
  });
});

// spec: admin.34
test('a role that is granted or revoked counts at once, on every gateway', async () => {
  const other = await edge.addGateway();
  const ada = userNamed('ada');
  const cookie = edge.signIn(ada);
  const access = () =>
    Promise.all(
      [edge, other].map(async ({ send }) => {
        const check = await send('/admin/check-access', { cookie });
        const overview = await send('/admin/overview', { cookie });
        return [((await check.json()) as { has_access: boolean }).has_access, overview.status];
      }),
    );
  try {
    expect(await access()).toEqual([
      [false, 403],
      [false, 403],
    ]);
    await edge.setRole(ada, 'admin');
    await expect.poll(access, BY_EVENT).toEqual([
      [true, 200],
      [true, 200],
    ]);
    await edge.setRole(ada, null);
    await expect.poll(access, BY_EVENT).toEqual([
      [false, 403],
      [false, 403],
    ]);
  } finally {
    await other.close();
  }
});

test('over https the cookie is bound to the host and secure, and browsers must stay with https', async () => {
  const secure = await startEdge(handlers, { PUBLIC_URL: 'https://tradeium.example' });
  try {
    const headers = { origin: 'https://tradeium.example' };
    const response = await secure.send('/auth/login', {
      headers,
      body: { email: 'ann', password: 'correct' },
    });
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-tradeium_session=.*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  } finally {
    await secure.close();
  }
});

test('while the auth service is down the answer is 503, not 401', async () => {
  const alone = await startEdge();
  try {
    const cookie = alone.signIn(ann);
    await alone.nc.close();
    const response = await alone.send('/auth/me', { cookie });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  } finally {
    await alone.close();
  }
});
