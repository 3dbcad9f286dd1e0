// The auth service as it runs, over real servers and real mail: from registration to a session and its end.
import { type ErrorCode, isRefusal, MESSAGES, messageOf, type Refusal } from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { type RunningMailbox, startMailbox } from '@tradeium/local/mail';
import {
  type Answer,
  type KnownWrites,
  openBlobs,
  openRequestClient,
  outputOf,
  type RequestClient,
} from '@tradeium/service-kit';
import {
  type EventServer,
  type ServiceProcess,
  silentLog,
  startEventServer,
  startServiceProcess,
} from '@tradeium/testing';
import jwt from 'jsonwebtoken';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { emailClaimAggregate } from './domain/email-claim.ts';
import { openClaimIds } from './secrets/claim-ids.ts';

const SESSION_SECRET = 'session secret of the test, 32 characters';
const CLAIM_KEY = 'claim key of the test, at least 32 characters';
const MASTER_KEY = 'master key of the test, at least 32 characters';
const PUBLIC_URL = 'https://tradeium.example';
const PASSWORD = 'correct horse battery';

let events: EventServer;
let nc: NatsConnection;
let mailbox: RunningMailbox;
let auth: ServiceProcess;
let client: RequestClient;

const startAuth = (server: EventServer, more: Record<string, string> = {}) =>
  startServiceProcess(new URL('main.ts', import.meta.url), {
    NATS_URL: server.url,
    SMTP_URL: mailbox.smtpUrl,
    SESSION_SECRET,
    CLAIM_KEY,
    MASTER_KEY,
    PUBLIC_URL,
    ...more,
  });

const clientOf = (connection: NatsConnection) =>
  openRequestClient(connection, openBlobs(connection, { directory: '/nowhere', shared: true }));

beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
  events = await startEventServer();
  nc = await events.connect();
  auth = await startAuth(events);
  client = clientOf(nc);
});

afterAll(async () => {
  await auth?.stop();
  await events?.stop();
  await mailbox?.close();
});

let commands = 0;
const context = (after?: KnownWrites) => {
  commands += 1;
  const ids = { commandId: `command-${commands}`, correlationId: `test-${commands}` };
  return after ? { ...ids, after } : ids;
};
const writtenBy = (result: Answer<unknown> | Refusal): KnownWrites =>
  isRefusal(result) || !result.written ? {} : { [result.written.context]: result.written.sequence };

const register = (email: string, password = PASSWORD) =>
  client.request(MESSAGES.registerUser, { email, password }, context());
const login = (name: string, password = PASSWORD) =>
  client.request(MESSAGES.startSession, { email: name, password }, context());
const verify = (token: string) => client.request(messageOf('verifyEmail'), { token }, context());
const resend = (email: string) => client.request(messageOf('resendVerification'), { email }, context());
const userBehind = async (sessionId: string, after: KnownWrites) =>
  outputOf(await client.request(MESSAGES.getSession, { sessionId }, context(after))).user;
const sessionIdOf = (token: string) => (jwt.verify(token, SESSION_SECRET) as { sid: string }).sid;

type ReceivedMail = { subject: string; to: { address: string }[]; text: string; html: string };

const mailsTo = async (address: string): Promise<ReceivedMail[]> => {
  const all = (await (await fetch(`${mailbox.url}/api/email`)).json()) as ReceivedMail[];
  return all.filter(({ to }) => to.some((each) => each.address.toLowerCase() === address));
};
/** The tokens mailed to an address, once there are as many as expected; oldest first. */
const tokensTo = (address: string, count = 1): Promise<string[]> =>
  vi.waitFor(
    async () => {
      const tokens = (await mailsTo(address)).map(({ text }) => /\?token=(\S+)/.exec(text)?.[1] ?? '');
      expect(tokens).toHaveLength(count);
      return tokens.sort();
    },
    { timeout: 20_000, interval: 20 },
  );
const registerVerified = async (email: string) => {
  const { user_id, username } = outputOf(await register(email));
  const [token = ''] = await tokensTo(email);
  outputOf(await verify(token));
  return { userId: user_id, username };
};
const refusal = (code: ErrorCode) => ({ refused: code });

describe('from registration to a session', () => {
  test('the address is proven by mail, then e-mail and username log in, and logout ends the session', async () => {
    const registered = outputOf(await register('Ada.Lovelace@Example.com'));
    expect(registered).toMatchObject({
      email: 'Ada.Lovelace@Example.com',
      username: 'ada_lovelace',
      email_verified: false,
      access_token: null,
      session_token: null,
    });
    expect(await login('ada.lovelace@example.com')).toEqual(refusal('EMAIL_NOT_VERIFIED'));
    expect(await login('ada.lovelace@example.com', 'wrong')).toEqual(refusal('INVALID_CREDENTIALS'));

    const [token = ''] = await tokensTo('ada.lovelace@example.com');
    outputOf(await verify(token));
    const byName = await login('ADA_lovelace');
    expect(outputOf(byName).user).toMatchObject({ id: registered.user_id, email_verified: true });

    const sessionId = sessionIdOf(outputOf(byName).session_token);
    expect(await userBehind(sessionId, writtenBy(byName))).toEqual(outputOf(byName).user);
    const ended = await client.request(MESSAGES.endSession, { sessionId }, context());
    expect(await userBehind(sessionId, writtenBy(ended))).toBeNull();
  });

  test('the session token names user, session and end', async () => {
    const { userId } = await registerVerified('token@example.com');
    const { session_token, session_expires_at } = outputOf(await login('token@example.com'));
    const claims = jwt.verify(session_token, SESSION_SECRET, { algorithms: ['HS256'] });
    expect(claims).toMatchObject({ sub: userId, exp: Math.floor(Date.parse(session_expires_at) / 1_000) });
  });

  test('unknown names and wrong passwords are refused alike', async () => {
    await registerVerified('known@example.com');
    expect(await login('known@example.com', 'wrong')).toEqual(refusal('INVALID_CREDENTIALS'));
    expect(await login('unknown@example.com')).toEqual(refusal('INVALID_CREDENTIALS'));
    expect(await login('unknown')).toEqual(refusal('INVALID_CREDENTIALS'));
  });

  test('an unknown session has no user', async () => expect(await userBehind('unknown', {})).toBeNull());
});

describe('one address, one user', () => {
  test('of two registrations at once one is made, the other is told so', async () => {
    const results = await Promise.all([register('twice@example.com'), register('TWICE@example.com')]);
    expect(results.filter(isRefusal)).toEqual([refusal('EMAIL_TAKEN')]);
    await tokensTo('twice@example.com');
  });

  test('the same local part gets another username', async () => {
    expect(outputOf(await register('grace@example.com')).username).toBe('grace');
    expect(outputOf(await register('grace@example.org')).username).toBe('grace_2');
  });

  test('a registration that broke off after its claim is completed by the next', async () => {
    const claims = openAggregates({ nc, log: silentLog, now: () => new Date() }, emailClaimAggregate);
    await claims.execute(
      openClaimIds(CLAIM_KEY).ofEmail('broken@example.com'),
      { commandId: 'broke-off' },
      () => [{ type: 'EmailClaimed', data: { userId: 'broken-user' } }],
    );
    expect(outputOf(await register('broken@example.com')).user_id).toBe('broken-user');
  });

  test('a repeated command answers as it did', async () => {
    const ids = context();
    const input = { email: 'repeated@example.com', password: PASSWORD };
    const first = outputOf(await client.request(MESSAGES.registerUser, input, ids));
    expect(outputOf(await client.request(MESSAGES.registerUser, input, ids))).toEqual(first);
    await tokensTo('repeated@example.com');
  });
});

describe('verification', () => {
  test('a token works once, and only the newest works', async () => {
    await register('newest@example.com');
    await tokensTo('newest@example.com');
    outputOf(await resend('NEWEST@example.com'));
    const [first = '', second = ''] = await tokensTo('newest@example.com', 2);
    expect(await verify(first)).toEqual(refusal('VERIFICATION_TOKEN_INVALID'));
    outputOf(await verify(second));
    expect(await verify(second)).toEqual(refusal('VERIFICATION_TOKEN_INVALID'));
  });

  test('a forged token is refused', async () => {
    expect(await verify('user.1.forged')).toEqual(refusal('VERIFICATION_TOKEN_INVALID'));
  });

  test('asking again tells nothing about who is registered', async () => {
    await registerVerified('told@example.com');
    expect(outputOf(await resend('told@example.com'))).toEqual(outputOf(await resend('nobody@example.com')));
  });

  test('a mail server that is away gets the mail when it is back', async () => {
    const [smtpPort, webPort] = [mailbox.smtpUrl, mailbox.url].map((url) => Number(new URL(url).port));
    await mailbox.close();
    await register('patient@example.com');
    const manager = await nc.jetstreamManager();
    await vi.waitFor(
      async () => {
        const { num_redelivered } = await manager.consumers.info('AUTH', 'send-verification-mail');
        expect(num_redelivered).toBeGreaterThan(0);
      },
      { timeout: 20_000, interval: 20 },
    );
    mailbox = await startMailbox({ smtpPort: smtpPort ?? 0, webPort: webPort ?? 0 });
    await tokensTo('patient@example.com');
  });

  test('mail that was sent is not sent again when every event is delivered again', async () => {
    await registerVerified('quiet@example.com');
    await auth.kill();
    const manager = await nc.jetstreamManager();
    expect(await manager.consumers.delete('AUTH', 'send-verification-mail')).toBe(true);
    await auth.restart();
    await register('last@example.com');
    await tokensTo('last@example.com');
    await tokensTo('quiet@example.com');
  });
});

test('the stream holds no address, no username and no password in the clear', async () => {
  await registerVerified('secretive.person@example.com');
  const manager = await nc.jetstreamManager();
  const { state } = await manager.streams.info('AUTH');
  const texts: string[] = [];
  for (let seq = 1; seq <= state.last_seq; seq += 1) {
    const { subject, data } = await manager.streams.getMessage('AUTH', { seq });
    texts.push(subject, Buffer.from(data).toString());
  }
  for (const secret of ['secretive', 'example.com', PASSWORD]) expect(texts.join('\n')).not.toContain(secret);
});

test('where verification is off, whoever registers is logged in', async () => {
  const server = await startEventServer();
  const connection = await server.connect();
  const open = await startAuth(server, { EMAIL_VERIFICATION: 'off' });
  try {
    const input = { email: 'open@example.com', password: PASSWORD };
    const result = await clientOf(connection).request(MESSAGES.registerUser, input, context());
    const { session_token, ...registered } = outputOf(result);
    expect(registered).toMatchObject({ email_verified: true, access_token: session_token });
    const session = { sessionId: sessionIdOf(session_token ?? '') };
    const asked = await clientOf(connection).request(
      MESSAGES.getSession,
      session,
      context(writtenBy(result)),
    );
    expect(outputOf(asked).user).toMatchObject({ id: registered.user_id, email: 'open@example.com' });
  } finally {
    await open.stop();
    await server.stop();
  }
});
