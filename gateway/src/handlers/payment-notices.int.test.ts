// Payment notices through the gateway: unchanged, bounded, and with their own limit.
import { MESSAGES, refuse } from '@tradeium/contracts';
import { answer, handler } from '@tradeium/service-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Edge, startEdge, userNamed } from '../../tests/edge-under-test.ts';

const PATH = '/api/payments/webhook';
const SIGNED = 'a'.repeat(128);

let edge: Edge;
const passedOn: { body: string; signature: string }[] = [];
beforeAll(async () => {
  edge = await startEdge(
    [
      handler(MESSAGES.receivePaymentNotice, async (notice) => {
        passedOn.push(notice);
        return notice.signature === SIGNED
          ? answer({ received: true as const })
          : refuse('PAYMENT_SIGNATURE_INVALID');
      }),
    ],
    { RATE_LIMIT_PER_MINUTE: '5', RATE_LIMIT_WEBHOOK_PER_MINUTE: '40' },
  );
});
afterAll(() => edge.close());

/** As the provider sends it: no origin, no cookie. */
const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${edge.url}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-nowpayments-sig': SIGNED, ...headers },
    body,
  });
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;

test('a notice is passed on byte for byte, with its signature', async () => {
  const body = '{ "price_amount":1.10,\n "payment_id" : 12345678901234567890, "ü":"€" }';
  const response = await send(body);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ received: true });
  expect(passedOn.at(-1)).toEqual({ body, signature: SIGNED });
});

test('an empty body, one that is not JSON, or one with a long signature is left to the signature check', async () => {
  for (const [body, signature] of [
    ['{"a":', 'x'],
    ['', ''],
    ['{}', 'b'.repeat(5_000)],
  ] as const) {
    const response = await send(body, { 'x-nowpayments-sig': signature });
    expect(response.status).toBe(401);
    expect(await codeOf(response)).toBe('PAYMENT_SIGNATURE_INVALID');
    expect(passedOn.at(-1)).toEqual({ body, signature: signature.slice(0, 1_000) });
  }
});

test('a large, packed or foreign body is refused before anybody sees it', async () => {
  const before = passedOn.length;
  expect((await send(`"${'x'.repeat(65 * 1024)}"`)).status).toBe(413);
  expect((await send(`"${'x'.repeat(2 * 1024 * 1024)}"`)).status).toBe(413);
  expect((await send('{}', { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await send('{}', { 'content-encoding': 'gzip' })).status).toBe(415);
  expect((await fetch(`${edge.url}${PATH}?order_id=1`, { method: 'POST' })).status).toBe(400);
  expect(passedOn).toHaveLength(before);
});

test('a page of another site cannot send one', async () => {
  const cookie = edge.signIn(userNamed('ann'));
  const before = passedOn.length;
  for (const headers of [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { cookie },
  ])
    expect(await codeOf(await send('{}', headers))).toBe('FORBIDDEN_ORIGIN');
  expect(passedOn).toHaveLength(before);
});

test('notices have their own limit, by address', async () => {
  const statuses = new Set<number>();
  for (let sent = 0; sent < 41; sent += 1) statuses.add((await send('{}')).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await edge.send('/auth/me', { cookie: edge.signIn(userNamed('bob')) })).status).toBe(200);
});
