// Words that must never appear in a log or a stored event: passwords, tokens, cookies, keys, addresses and names of users.
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { connectOperator } from '../../scripts/running-system.ts';
import { openClient, registerUser } from '../api-client.ts';
import { mailedLink } from '../mailbox.ts';
import { runningSystem } from '../running-system.ts';

/** The words that must not be found, by kind. */
const secrets = new Map<string, string>();
/** Something that is in the logs and the streams, to show that the search would find it. */
let userId: string;

const secret = (what: string): string => {
  const text = `canary-${randomBytes(9).toString('hex')}`;
  secrets.set(what, text);
  return text;
};

const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

const keepCookie = (what: string, headers: Headers): string => {
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const token = cookie.slice(cookie.indexOf('=') + 1);
  secrets.set(`${what}: signature`, token.split('.')[2] ?? '');
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    sid: string;
  };
  secrets.set(`${what}: session`, sid);
  return cookie;
};

/** All confidential input of a user, valid and invalid. */
beforeAll(async () => {
  const { mail } = runningSystem();
  const visitor = openClient(runningSystem());
  const name = secret('name in the address').replaceAll('-', '');
  secrets.set('name in the address', name);
  const email = `${name}@example.com`;
  const password = secret('password');
  const registered = await visitor.call('register', { email, password });
  const [registration = ''] = registered.headers.getSetCookie();
  secrets.set('mark of the registration', registration.split(/[=;]/)[1] ?? '');
  await visitor.call('login', { email, password: secret('wrong password') });
  await visitor.call('login', {
    email: `${secret('unknown address').replaceAll('-', '')}@example.com`,
    password,
  });
  await visitor.call('verifyEmail', { token: secret('wrong verification token') });
  const verification = tokenOf(await mailedLink(mail, email, 'verify-email'));
  secrets.set('verification token', verification);
  const verified = await visitor.call('verifyEmail', { token: verification });
  keepCookie('cookie after the verification', verified.headers);
  const user = openClient(runningSystem());
  const loggedIn = await user.call('login', { email, password });
  keepCookie('cookie', loggedIn.headers);
  userId = (loggedIn.body as { user: { id: string } }).user.id;
  const username = secret('username').replaceAll('-', '_').slice(0, 30);
  secrets.set('username', username);
  const newPassword = secret('new password');
  const changed = await user.call('updateProfile', { username, currentPassword: password, newPassword });
  expect(changed.status).toBe(200);
  keepCookie('cookie after the change', changed.headers);
  await user.get('requestPasswordReset', { email });
  const reset = tokenOf(await mailedLink(mail, email, 'reset-password'));
  secrets.set('reset token', reset);
  await visitor.call('resetPassword', { token: secret('wrong reset token'), newPassword });
  await visitor.call('resetPassword', { token: reset, newPassword: secret('password after the reset') });
  await user.call('deleteAccount', { password: secret('password for deletion') });
  await visitor.call('readSharedResult', { token: secret('token of a shared link') });
  await user.send('/auth/login', { method: 'POST', body: `{"password": "${secret('broken body')}` });
  await user.send(`/auth/me?token=${secret('token in a query')}`, { method: 'GET' });
  await user.send('/api/payments/webhook', {
    method: 'POST',
    body: { order_id: randomUUID(), note: secret('words of a forged notice') },
    headers: { 'x-nowpayments-sig': secret('forged signature') },
  });
  const kept = JSON.parse(readFileSync(join(inject('systemHome'), 'secrets.json'), 'utf8')) as Record<
    string,
    string
  >;
  for (const [key, value] of Object.entries(kept)) secrets.set(key, value);
  // Another user's requests come after everything sent before, so those writes are there.
  await registerUser(runningSystem());
});

const found = (text: string): string[] =>
  [...secrets].flatMap(([what, value]) => (text.includes(value) ? [what] : []));

test('there is much to hide', () => {
  expect(secrets.size).toBeGreaterThan(20);
  expect([...secrets.values()].every((value) => value.length >= 12)).toBe(true);
});

test('no log has any of it', () => {
  const directory = join(inject('systemHome'), 'logs');
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(5);
  const texts = files.map(({ parentPath, name }) => ({
    name,
    text: readFileSync(join(parentPath, name), 'utf8'),
  }));
  const leaks = texts.flatMap(({ name, text }) => found(text).map((what) => `${name}: ${what}`));
  expect(leaks).toEqual([]);
  // Proof that the right files were read: there the ledger logs that it refused the forged notice.
  expect(texts.map(({ text }) => text).join('\n')).toContain(
    'a payment notice with a wrong signature was refused',
  );
});

test('no stored message has any of it', async () => {
  const nc = await connectOperator(runningSystem());
  try {
    const manager = await nc.jetstreamManager();
    const leaks: string[] = [];
    let hasUser = false;
    for await (const { config, state } of manager.streams.list()) {
      let left = state.messages;
      const consumer = await nc.jetstream().consumers.get(config.name);
      while (left > 0) {
        for await (const message of await consumer.fetch({ max_messages: 500, expires: 2_000 })) {
          const headers = message.headers ? [...message.headers].flat(2).join(' ') : '';
          const text = `${message.subject} ${headers} ${Buffer.from(message.data).toString('utf8')}`;
          leaks.push(...found(text).map((what) => `${config.name} ${message.subject}: ${what}`));
          hasUser ||= text.includes(userId);
          left = message.info.pending;
          if (left === 0) break;
        }
      }
    }
    expect(leaks).toEqual([]);
    expect(hasUser).toBe(true);
  } finally {
    await nc.close();
  }
});
