// The cookie of the browser that registered: its flags, what it travels with, and when it is gone.

import { MESSAGES, refuse } from '@tradeium/contracts';
import { answer, handler } from '@tradeium/service-kit';
import { sharedByTests } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { startEdge, tokenOf, userNamed } from '../tests/edge-under-test.ts';
import { sessionIdOf } from './sessions/session-token.ts';

const ann = userNamed('ann');
const MARK = 'v2.key.nonce.sealed';
const KEPT = `tradeium_registration=${MARK}`;
const CLEARED = /^tradeium_registration=; .*Expires=Thu, 01 Jan 1970/;
const EXPIRES = '2040-01-01T00:00:00.000Z';
const marksSent: (string | undefined)[] = [];
const ended: object[] = [];

/** The responders of the auth service: the mark signs Ann in, anything else is refused without a password. */
const handlers = [
  handler(MESSAGES.registerUser, async ({ email }) =>
    answer({
      ...{ access_token: null, session_token: null, session_expires_at: null },
      ...{ user_id: 'user-new', email, username: 'new', email_verified: false },
      registration: { mark: MARK, expires_at: EXPIRES },
    }),
  ),
  handler(MESSAGES.verifyAddress, async ({ registration_mark: mark, password }) => {
    marksSent.push(mark);
    const message = 'verified';
    if (mark !== MARK)
      return password === undefined
        ? refuse('VERIFICATION_PASSWORD_REQUIRED')
        : answer({ message, user: null, session_token: null, session_expires_at: null });
    edge.sessions.set(sessionIdOf('s-verified'), ann);
    const session = { session_token: tokenOf(ann.id, 's-verified'), session_expires_at: EXPIRES };
    return answer({ message, user: ann, ...session }, { context: 'auth' as const, sequence: 12 });
  }),
  handler(MESSAGES.startSession, async ({ password }) => {
    if (password !== 'correct') return refuse('INVALID_CREDENTIALS');
    return answer({
      ...{ user: ann, session_token: tokenOf(ann.id, 's-login'), session_expires_at: EXPIRES },
    });
  }),
  handler(MESSAGES.endSession, async ({ sessionId }, { userId }) => {
    ended.push({ userId, sessionId });
    return answer({});
  }),
];

const edge = sharedByTests(() => startEdge(handlers));

const verify = (cookie?: string, body: object = { token: 'abc', same_browser: true }) =>
  edge.send('/auth/verify-email', { body, ...(cookie !== undefined && { cookie }) });

test('it comes with a registration, out of the reach of scripts and other sites, and is in nothing else', async () => {
  const response = await edge.send('/auth/register', {
    body: { email: 'new@example.com', password: 'long enough' },
  });
  expect(response.headers.getSetCookie()).toEqual([
    `${KEPT}; Path=/; Expires=Sun, 01 Jan 2040 00:00:00 GMT; HttpOnly; SameSite=Lax`,
  ]);
  expect(await response.text()).not.toContain(MARK);
});

test('with it the link begins a session, in place of what the browser had', async () => {
  const earlier = edge.signIn(userNamed('bob'), 's-earlier');
  const response = await verify(`${earlier}; ${KEPT}`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ message: 'verified', user: ann });
  const [session = '', ...others] = response.headers.getSetCookie();
  expect(session).toMatch(/^tradeium_session=[\w.-]+; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
  expect(others).toContainEqual(expect.stringMatching(CLEARED));
  expect(ended.splice(0)).toEqual([{ userId: 'user-bob', sessionId: sessionIdOf('s-earlier') }]);
  const me = await edge.send('/auth/me', { cookie: session.split(';', 1)[0] as string });
  expect(await me.json()).toEqual(ann);
  expect(edge.sessionQueries.at(-1)).toMatchObject({ after: { AUTH: 12 } });
});

test.each([
  ['none', undefined],
  ['an empty one', 'tradeium_registration='],
  ['another', 'tradeium_registration=v2.key.nonce.other'],
])('with %s the link asks for a password and begins no session', async (_, cookie) => {
  const refused = await verify(cookie);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 'VERIFICATION_PASSWORD_REQUIRED' });
  const verified = await verify(cookie, { token: 'abc', password: 'long enough' });
  expect(await verified.json()).toEqual({ message: 'verified', user: null });
  for (const { headers } of [refused, verified]) expect(headers.getSetCookie()).toEqual([]);
});

test('the mark is taken from the cookie only', async () => {
  const response = await verify(undefined, { token: 'abc', same_browser: true, registration_mark: MARK });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST' });
});

test('another site cannot send it along', async () => {
  const before = marksSent.length;
  const response = await edge.send('/auth/verify-email', {
    ...{ body: { token: 'abc' }, cookie: KEPT },
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  });
  expect(response.status).toBe(403);
  expect(marksSent).toHaveLength(before);
});

test('it is gone once somebody signs in or out, and only then', async () => {
  const logIn = (password: string) =>
    edge.send('/auth/login', { cookie: KEPT, body: { email: 'ann', password } });
  expect((await logIn('wrong')).headers.getSetCookie()).toEqual([]);
  for (const response of [
    await logIn('correct'),
    await edge.send('/auth/logout', { method: 'POST', cookie: KEPT }),
  ]) {
    const [session = '', ...others] = response.headers.getSetCookie();
    expect(session).toMatch(/^tradeium_session=/);
    expect(others).toContainEqual(expect.stringMatching(CLEARED));
  }
});

test('over https it is secure and bound to the host', async () => {
  const secure = await startEdge(handlers, { PUBLIC_URL: 'https://tradeium.example' });
  try {
    const response = await secure.send('/auth/register', {
      headers: { origin: 'https://tradeium.example' },
      body: { email: 'new@example.com', password: 'long enough' },
    });
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-tradeium_registration=.*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    );
  } finally {
    await secure.close();
  }
});
