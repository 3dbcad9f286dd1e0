// Mails sent over SMTP are kept, listed and shown, to this machine only.
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, test } from 'vitest';
import { MAILS_MAX, type RunningMailbox, startMailbox } from './mailbox.ts';

let running: RunningMailbox | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

const start = async (directory?: string): Promise<RunningMailbox> => {
  running = await startMailbox({ smtpPort: 0, webPort: 0, directory });
  return running;
};

const mail = (subject: string) => ({
  from: 'Tradeium <no-reply@tradeium.test>',
  to: 'ada@example.com',
  subject,
  text: `Open http://localhost:4000/verify-email?token=${subject}`,
  html: `<a href="http://localhost:4000/verify-email?token=${subject}">Verify</a>`,
});

interface Listed {
  subject: string;
  to: { address: string }[];
  text: string;
}

const list = async ({ url }: RunningMailbox): Promise<Listed[]> =>
  (await (await fetch(`${url}/api/email`)).json()) as Listed[];

const send = async (mailbox: RunningMailbox, subjects: string[]): Promise<void> => {
  const transport = createTransport({ url: mailbox.smtpUrl, pool: true, maxMessages: Infinity });
  for (const subject of subjects) await transport.sendMail(mail(subject));
  transport.close();
};

/** The status of a request with headers that a browser sets, not a page. */
const statusOf = (url: string, headers: Record<string, string>): Promise<number> => {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(101);
    });
    sent.on('error', reject).end();
  });
};

test('a mail that was sent is listed with its text and shown on a page', async () => {
  const mailbox = await start();
  expect(await list(mailbox)).toEqual([]);
  await send(mailbox, ['one']);
  const [received] = await list(mailbox);
  expect(received).toMatchObject({ subject: 'one', to: [{ address: 'ada@example.com' }] });
  expect(received?.text).toContain('/verify-email?token=one');
  const page = await fetch(mailbox.url, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<title>MailDev');
});

test(`only the newest ${MAILS_MAX} are kept`, async () => {
  const mailbox = await start();
  const subjects = Array.from({ length: MAILS_MAX + 3 }, (_, i) => String(i));
  await send(mailbox, subjects);
  expect((await list(mailbox)).map(({ subject }) => subject)).toEqual(subjects.slice(3));
});

describe('its own folder', () => {
  test('keeps mails over a restart', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'mailbox-test-'));
    await send(await start(directory), ['before']);
    await running?.close();
    const again = await start(directory);
    expect((await list(again)).map(({ subject }) => subject)).toEqual(['before']);
    await running?.close();
    running = undefined;
    await rm(directory, { recursive: true });
  });
});

describe('pages of other sites', () => {
  test('may not read mails, neither as themselves nor under a name that leads here', async () => {
    const { url } = await start();
    const host = new URL(url).host;
    expect(await statusOf(`${url}/api/email`, { host })).toBe(200);
    expect(await statusOf(`${url}/api/email`, { host: host.replace('127.0.0.1', 'localhost') })).toBe(200);
    expect(await statusOf(`${url}/api/email`, { host, origin: url })).toBe(200);
    expect(await statusOf(`${url}/api/email`, { host, origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf(`${url}/api/email`, { host, origin: 'null' })).toBe(403);
    expect(await statusOf(`${url}/api/email`, { host: 'evil.example' })).toBe(403);
    expect((await fetch(`${url}/api/email`)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('may not listen in through a web socket', async () => {
    const { url } = await start();
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const socket = `${url}/socket.io/?EIO=4&transport=websocket`;
    expect(await statusOf(socket, upgrade)).toBe(101);
    await expect(statusOf(socket, { ...upgrade, origin: 'https://evil.example' })).rejects.toThrow();
  });
});
