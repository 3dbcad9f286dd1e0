// The payment provider over HTTP: its API, its signed notices, and the page where a buyer pays without money.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { type PaymentsOptions, type RunningPayments, startPayments } from './payments.ts';

const API_KEY = 'the key of the tests';
const SECRET = 'the secret of the tests';
const CREDENTIALS = { email: 'shop@example.com', password: 'correct horse' };
const HEARD = { timeout: 60_000, interval: 10 };

let running: RunningPayments | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

const start = async (options: Partial<PaymentsOptions> = {}): Promise<RunningPayments> => {
  running = await startPayments({
    port: 0,
    apiKey: API_KEY,
    noticeSecret: SECRET,
    credentials: CREDENTIALS,
    stepMs: 5,
    noticePauseMs: 5,
    ...options,
  });
  return running;
};

type ListedPayment = { payment_id: number; payment_status: string; price_amount: number; order_id: string };
type Notice = { signature: string; body: string };

/** The receiver of the notices: answers with `status()`. */
const listen = async (status: () => number = () => 200) => {
  const heard: Notice[] = [];
  const server = createServer(async (incoming, response) => {
    heard.push({ signature: String(incoming.headers['x-nowpayments-sig']), body: await text(incoming) });
    response.writeHead(status()).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const statuses = () => heard.map(({ body }) => (JSON.parse(body) as ListedPayment).payment_status);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notices`, heard, statuses };
};

const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${running?.url}${path}`, {
    ...init,
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json', ...init.headers },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const order = (noticeUrl: string, changed: object = {}) => ({
  method: 'POST',
  body: JSON.stringify({
    price_amount: 25.5,
    price_currency: 'usd',
    order_id: 'order-1',
    order_description: 'Credits <b>& more</b>',
    ipn_callback_url: noticeUrl,
    success_url: 'http://localhost:4000/credits?success=true',
    cancel_url: 'http://localhost:4000/credits?canceled=true',
    ...changed,
  }),
});
const invoiceFor = async (noticeUrl: string): Promise<{ id: string; page: string }> => {
  const { body } = await call('/v1/invoice', order(noticeUrl));
  return { id: String(body.id), page: String(body.invoice_url) };
};
const act = (id: string, action: string, origin = running?.url ?? '', coin = 'btc') =>
  fetch(`${running?.url}/payment/${id}?coin=${coin}`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ action }),
    redirect: 'manual',
  });

describe('the API', () => {
  test('creates invoices, and finds transfers by id and by invoice', async () => {
    const { url } = await start();
    const { url: noticeUrl } = await listen();
    const invoice = await invoiceFor(noticeUrl);
    expect(invoice.page).toBe(`${url}/payment/?iid=${invoice.id}`);
    await fetch(invoice.page);
    const { token } = (await call('/v1/auth', { method: 'POST', body: JSON.stringify(CREDENTIALS) }))
      .body as { token: string };
    const authorization = `Bearer ${token}`;
    const { body } = await call(`/v1/payment/?invoiceId=${invoice.id}`, { headers: { authorization } });
    const [listed] = body.data as ListedPayment[];
    expect(listed).toMatchObject({ payment_status: 'waiting', price_amount: 25.5, order_id: 'order-1' });
    expect((await call(`/v1/payment/${listed?.payment_id}`)).body).toEqual(listed);
  });

  test('refuses what it does not know', async () => {
    await start();
    expect((await call('/v1/payment/1')).status).toBe(404);
    expect((await call('/v1/payment/1', { headers: { 'x-api-key': 'another' } })).status).toBe(403);
    expect((await call('/v1/payment/')).status).toBe(401);
    const login = { method: 'POST', body: JSON.stringify({ ...CREDENTIALS, password: 'guessed' }) };
    expect((await call('/v1/auth', login)).status).toBe(403);
    for (const wrong of [{ price_amount: -1 }, { price_amount: '25' }, { price_currency: 'btc' }])
      expect((await call('/v1/invoice', order('http://127.0.0.1:1', wrong))).status).toBe(400);
    expect((await call('/v1/invoice', order('javascript:alert(1)'))).status).toBe(400);
    const large = await fetch(`${running?.url}/v1/invoice`, { method: 'POST', body: 'x'.repeat(70_000) });
    expect(large.status).toBe(413);
  });
});

describe('a payment', () => {
  test.each([
    ['pay', ['waiting', 'confirming', 'confirmed', 'sending', 'finished']],
    ['pay-partly', ['waiting', 'confirming', 'partially_paid']],
    ['expire', ['waiting', 'expired']],
    ['fail', ['waiting', 'confirming', 'failed']],
  ])('by "%s" sends a signed notice of each step', async (action, steps) => {
    await start();
    const ear = await listen();
    const { id } = await invoiceFor(ear.url);
    expect((await act(id, action)).status).toBe(303);
    await expect.poll(ear.statuses, HEARD).toEqual(steps);
    const { body, signature } = ear.heard.at(-1) as Notice;
    const sortedKeys = (value: object): object =>
      Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, inner && typeof inner === 'object' ? sortedKeys(inner) : inner]),
      );
    const signed = JSON.stringify(sortedKeys(JSON.parse(body) as object));
    expect(signature).toBe(createHmac('sha512', SECRET).update(signed).digest('hex'));
    expect(JSON.parse(body)).toMatchObject({
      order_id: 'order-1',
      price_amount: 25.5,
      price_currency: 'usd',
    });
  });

  test('that has ended can still be paid, and the money sent back', async () => {
    await start();
    const ear = await listen();
    const { id } = await invoiceFor(ear.url);
    await act(id, 'expire');
    await expect.poll(ear.statuses, HEARD).toContain('expired');
    await act(id, 'pay');
    await expect.poll(ear.statuses, HEARD).toContain('finished');
    await act(id, 'pay');
    await act(id, 'refund');
    await expect
      .poll(ear.statuses, HEARD)
      .toEqual([...['waiting', 'expired', 'confirming', 'confirmed', 'sending', 'finished', 'refunded']]);
  });

  test('in another coin is another transfer of the same invoice', async () => {
    await start();
    const ear = await listen();
    const { id } = await invoiceFor(ear.url);
    await act(id, 'pay', undefined, 'eth');
    await act(id, 'pay', undefined, 'btc');
    await expect.poll(() => ear.statuses().filter((status) => status === 'finished'), HEARD).toHaveLength(2);
    expect(new Set(ear.heard.map(({ body }) => (JSON.parse(body) as ListedPayment).payment_id)).size).toBe(2);
  });

  test('repeats its notice until it is received, even after a restart in the middle', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'payments-test-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    let answer = 503;
    const ear = await listen(() => answer);
    const { url } = await start({ directory, stepMs: 60 });
    const { id } = await invoiceFor(ear.url);
    await act(id, 'pay');
    await expect.poll(() => ear.heard.length, HEARD).toBeGreaterThan(3);
    await running?.close();
    answer = 200;
    const before = ear.heard.length;
    await start({ directory, port: Number(new URL(url).port) });
    const after = () => new Set(ear.statuses().slice(before));
    await expect
      .poll(after, HEARD)
      .toEqual(new Set(['waiting', 'confirming', 'confirmed', 'sending', 'finished']));
  });

  test('that is never begun expires by itself', async () => {
    let nowMs = Date.now();
    await start({ now: () => nowMs });
    const ear = await listen();
    const { page } = await invoiceFor(ear.url);
    await fetch(page);
    nowMs += 21 * 60_000;
    await expect.poll(ear.statuses).toEqual(['waiting', 'expired']);
  });
});

describe('the page', () => {
  test('says that it takes no real money, and what is to be paid', async () => {
    await start();
    const { page } = await invoiceFor('http://127.0.0.1:9/');
    const response = await fetch(page);
    const shown = await response.text();
    expect(shown).toContain('No real money');
    expect(shown).toContain('$25.50');
    expect(shown).toContain('Credits &lt;b&gt;&amp; more&lt;/b&gt;');
    expect(shown).toContain('http://localhost:4000/credits?canceled=true');
    for (const button of ['Pay', 'Pay partly', 'Let it expire', 'Fail', 'Cancel and return'])
      expect(shown).toContain(`>${button}<`);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(shown).not.toMatch(/<style|style=|<script(?! src)|onclick/);
    for (const [, path] of shown.matchAll(/(?:href|src)="(\/payment\/checkout[^"]+)"/g))
      expect((await fetch(`${running?.url}${path}`)).status).toBe(200);
  });

  test('brings the buyer back once it is paid', async () => {
    await start();
    const ear = await listen();
    const { id, page } = await invoiceFor(ear.url);
    await act(id, 'pay');
    await expect.poll(ear.statuses, HEARD).toContain('finished');
    const state = await (await fetch(`${running?.url}/payment/${id}/state?coin=btc`)).json();
    expect(state).toEqual({ status: 'finished', text: 'Paid. Thank you!', isUnderWay: false });
    expect(await (await fetch(page)).text()).toContain(
      'data-return-to="http://localhost:4000/credits?success=true"',
    );
  });

  test('is not there for an invoice that is not', async () => {
    await start();
    for (const path of ['/payment/?iid=1', '/payment/?iid=constructor', '/payment/1', '/payment/'])
      expect((await fetch(`${running?.url}${path}`)).status).toBe(404);
  });
});

/** The status of a request with headers that a browser sets, not a page. */
const statusOf = (url: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject).end();
  });

describe('another site', () => {
  test('cannot have anything paid', async () => {
    await start();
    const ear = await listen();
    const { id } = await invoiceFor(ear.url);
    for (const origin of ['https://evil.example', 'null', 'http://localhost:4000'])
      expect((await act(id, 'pay', origin)).status).toBe(403);
    const bare = await fetch(`${running?.url}/payment/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'pay' }),
    });
    expect(bare.status).toBe(403);
    const shown = await (await fetch(`${running?.url}/payment/${id}/state`)).json();
    expect(shown).toMatchObject({ status: 'waiting', isUnderWay: false });
  });

  test('reaches nothing under its own name', async () => {
    const { url } = await start();
    const { id } = await invoiceFor('http://127.0.0.1:9/');
    const page = `${url}/payment/?iid=${id}`;
    expect(await statusOf(page, { host: new URL(url).host })).toBe(200);
    expect(await statusOf(page, { host: 'evil.example' })).toBe(403);
    expect(await statusOf(page, { host: new URL(url).host, origin: 'https://evil.example' })).toBe(403);
  });

  test('chooses nothing that the page does not offer', async () => {
    await start();
    const { id } = await invoiceFor('http://127.0.0.1:9/');
    expect((await act(id, 'constructor')).status).toBe(400);
    expect((await act(id, 'refund')).status).toBe(303);
    const shown = await (await fetch(`${running?.url}/payment/${id}/state`)).json();
    expect(shown).toMatchObject({ status: 'waiting', isUnderWay: false });
  });
});
