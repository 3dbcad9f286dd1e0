// For tests: the auth service over real servers and real mail, and its callers.
import { hash } from 'node:crypto';
import { type ErrorCode, MESSAGES, type Message, type Refusal } from '@tradeium/contracts';
import { type RunningMailbox, startMailbox } from '@tradeium/local/mail';
import {
  type Answer,
  openBlobs,
  openRequestClient,
  outputOf,
  type RequestContext,
} from '@tradeium/service-kit';
import { type ServiceProcess, startEventServer, startServiceProcess } from '@tradeium/testing';
import jwt from 'jsonwebtoken';
import type { NatsConnection } from 'nats';
import { expect, vi } from 'vitest';
import type { z } from 'zod';

export const SESSION_SECRET = 'session secret of the test, 32 characters';
export const CLAIM_KEY = 'claim key of the test, at least 32 characters';
export const MASTER_KEY = 'master key of the test, at least 32 characters';
export const PUBLIC_URL = 'https://tradeium.example';
export const PASSWORD = 'correct horse battery';
const MAIL_TIMEOUT_MS = 60_000;

/** A logged-in user. */
export type SignedIn = { readonly userId: string; readonly sessionId: string };

type Asked = Partial<RequestContext>;

export type AuthUnderTest = Awaited<ReturnType<typeof startAuth>>;

export const refusal = (code: ErrorCode): Refusal => ({ refused: code });

/** The session behind a token, as the gateway reads it. */
export const signedInBy = (token: string): SignedIn => {
  const { sub = '', sid } = jwt.verify(token, SESSION_SECRET, { algorithms: ['HS256'] }) as {
    sub?: string;
    sid: string;
  };
  return { userId: sub, sessionId: hash('sha256', sid, 'base64url') };
};

/** The service's callers, each time from another address unless a test sets one. */
export const callsOf = (nc: NatsConnection) => {
  const client = openRequestClient(nc, openBlobs({ directory: '/nowhere' }));
  let asked = 0;
  const ask = <Input extends z.ZodType, Output extends z.ZodType>(
    message: Message<Input, Output>,
    input: z.input<Input>,
    context: Asked = {},
  ): Promise<Answer<z.output<Output>> | Refusal> => {
    asked += 1;
    const ids = { commandId: `command-${asked}`, correlationId: `test-${asked}` };
    const from = { address: `192.0.2.${asked}`, userAgent: 'Firefox/145.0 (Linux)' };
    return client.request(message, input, { ...ids, client: from, ...context });
  };
  const login = (email: string, password = PASSWORD, context?: Asked) =>
    ask(MESSAGES.startSession, { email, password }, context);
  return {
    ask,
    login,
    register: (email: string, password = PASSWORD, context?: Asked) =>
      ask(MESSAGES.registerUser, { email, password }, context),
    /** As a program that registered nowhere. */
    verify: (token: string, password?: string) =>
      ask(MESSAGES.verifyAddress, { token, ...(password !== undefined && { password }) }),
    /** As the page that the link opens, in a browser with this mark. */
    open: (token: string, mark?: string, context?: Asked) => {
      const kept = mark === undefined ? {} : { registration_mark: mark };
      return ask(MESSAGES.verifyAddress, { token, same_browser: true, ...kept }, context);
    },
    logIn: async (name: string, password = PASSWORD, context?: Asked) =>
      signedInBy(outputOf(await login(name, password, context)).session_token),
    userBehind: async ({ userId, sessionId }: SignedIn) =>
      outputOf(await ask(MESSAGES.getSession, { sessionId }, { userId })).user,
  };
};

/** The first waits of a limit are shorter than a busy machine may take for the next request. */
const LONG_WAIT_SECONDS = 8;

/** Fails until every further attempt has to wait for long. */
export const untilItWaits = (fail: () => Promise<Answer<unknown> | Refusal>): Promise<void> =>
  expect
    .poll(
      async () => {
        const { data } = (await fail()) as { data?: { seconds?: number } };
        return data?.seconds ?? 0;
      },
      { interval: 200 },
    )
    .toBeGreaterThanOrEqual(LONG_WAIT_SECONDS);

type ReceivedMail = { subject: string; to: { address: string }[]; text: string; html: string };

/** Reads a mailbox and waits for expected mail. */
const mailReader = (mailbox: () => RunningMailbox) => {
  const mailsTo = async (address: string): Promise<ReceivedMail[]> => {
    const all = (await (await fetch(`${mailbox().url}/api/email`)).json()) as ReceivedMail[];
    return all.filter(({ to }) => to.some((each) => each.address.toLowerCase() === address.toLowerCase()));
  };
  /** The mails to an address with this subject, once enough have arrived. */
  const mails = (address: string, subject: RegExp, count = 1): Promise<ReceivedMail[]> =>
    vi.waitFor(
      async () => {
        const found = (await mailsTo(address)).filter((mail) => subject.test(mail.subject));
        expect(found).toHaveLength(count);
        return found;
      },
      { timeout: MAIL_TIMEOUT_MS, interval: 20 },
    );
  /** The tokens in those mails, oldest first: they are numbered. */
  const tokens = async (address: string, subject: RegExp, count = 1): Promise<string[]> => {
    const texts = (await mails(address, subject, count)).map(({ text }) => text);
    return texts.map((text) => /\?token=(\S+)/.exec(text)?.[1] ?? '').sort();
  };
  return { mailsTo, mails, tokens };
};

export const VERIFICATION = /Confirm your email/;
export const RESET = /Choose a new password/;

/** Starts NATS, a mailbox, and processes of the service, which requests reach by turns; another with `startAnother`. */
export const startAuth = async (environment: Record<string, string> = {}, replicas = 1) => {
  let mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
  const events = await startEventServer();
  const nc = await events.connect();
  const processes: ServiceProcess[] = [];
  const startAnother = async () => {
    const settings = { SESSION_SECRET, CLAIM_KEY, MASTER_KEY, PUBLIC_URL, ...environment };
    const urls = {
      NATS_URL: events.url,
      NATS_MONITORING_URL: events.monitoringUrl,
      SMTP_URL: mailbox.smtpUrl,
    };
    const started = await startServiceProcess(new URL('../src/main.ts', import.meta.url), {
      ...urls,
      ...settings,
    });
    processes.push(started);
    return started;
  };
  const service = await startAnother();
  for (let more = 1; more < replicas; more += 1) await startAnother();
  const calls = callsOf(nc);
  const mail = mailReader(() => mailbox);
  /** Registers a user and proves the address by its mail. */
  const registerVerified = async (email: string): Promise<{ userId: string; username: string }> => {
    const { user_id: userId, username } = outputOf(await calls.register(email));
    const [token = ''] = await mail.tokens(email, VERIFICATION);
    outputOf(await calls.verify(token));
    return { userId, username };
  };
  return {
    nc,
    natsUrl: events.url,
    service,
    startAnother,
    ...calls,
    ...mail,
    registerVerified,
    /** The same at example.com, then logs in by the username. */
    signUp: async (name: string): Promise<SignedIn> => {
      await registerVerified(`${name}@example.com`);
      return calls.logIn(name);
    },
    /** Does something while the mail server accepts no mail. */
    withoutMailServer: async (work: () => Promise<void>): Promise<void> => {
      const [smtpPort, webPort] = [mailbox.smtpUrl, mailbox.url].map((url) => Number(new URL(url).port));
      await mailbox.close();
      await work();
      mailbox = await startMailbox({ smtpPort: smtpPort ?? 0, webPort: webPort ?? 0 });
    },
    stop: async () => {
      await Promise.all(processes.map((each) => each.stop()));
      await events.stop();
      await mailbox.close();
    },
  };
};

/** Everything that NATS stores, as text: subjects, headers and bodies of every stream and bucket. */
export const everythingKept = async (nc: NatsConnection): Promise<string> => {
  const manager = await nc.jetstreamManager();
  const texts: string[] = [];
  for await (const { config, state } of manager.streams.list()) {
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await manager.streams.getMessage(config.name, { seq }).catch(() => null);
      if (message)
        texts.push(message.subject, message.header.toString(), Buffer.from(message.data).toString());
    }
  }
  return texts.join('\n');
};
