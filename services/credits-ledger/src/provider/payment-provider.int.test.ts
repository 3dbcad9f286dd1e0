// Any answer of the payment provider over HTTP: nothing is trusted unchecked, waited for too long, or redirected.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { isFitPaymentUrl, openPaymentProvider, type ProviderSettings } from './payment-provider.ts';

type Heard = { method: string; path: string; headers: IncomingMessage['headers']; body: string };

let close: (() => void) | undefined;
afterEach(() => close?.());

/** A provider with scripted answers, and the requests that it received. */
const providerThat = async (
  answer: (request: Heard, response: ServerResponse) => void,
  settings: Partial<ProviderSettings> = {},
) => {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: await text(request) };
    heard.push(one);
    answer(one, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = openPaymentProvider({ url, apiKey: 'the key', credentials: undefined, ...settings });
  return { heard, url, provider };
};
const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

const ORDER = {
  orderId: 'o1',
  amountUsdCents: 1_050,
  description: '10,500 VUT',
  noticeUrl: 'https://shop.example/webhook',
  successUrl: 'https://shop.example/ok',
  cancelUrl: 'https://shop.example/no',
};
const TRANSFER =
  '{"payment_id":5524759814,"invoice_id":7,"payment_status":"finished","price_amount":10.50,"price_currency":"USD",' +
  '"pay_amount":0.00000012,"actually_paid":1e-7,"pay_currency":"btc","order_id":"o1","outcome_amount":null,"new":[]}';

describe('an invoice', () => {
  test('is ordered with the fields that the provider requires', async () => {
    const { heard, provider } = await providerThat((_, response) =>
      json(response, 201, '{"id":"4522625843","invoice_url":"https://pay.example/?iid=4522625843"}'),
    );
    expect(await provider.createInvoice(ORDER)).toEqual({
      providerInvoiceId: '4522625843',
      paymentUrl: 'https://pay.example/?iid=4522625843',
    });
    expect(heard).toMatchObject([
      { method: 'POST', path: '/v1/invoice', headers: { 'x-api-key': 'the key' } },
    ]);
    expect(JSON.parse(heard[0]?.body ?? '')).toEqual({
      price_amount: 10.5,
      price_currency: 'usd',
      order_id: 'o1',
      order_description: '10,500 VUT',
      ipn_callback_url: ORDER.noticeUrl,
      success_url: ORDER.successUrl,
      cancel_url: ORDER.cancelUrl,
    });
  });

  test('is ordered once, whatever the outcome', async () => {
    const { heard, provider } = await providerThat((_, response) => json(response, 503, {}));
    await expect(provider.createInvoice(ORDER)).rejects.toThrow('answered an invoice with 503');
    expect(heard).toHaveLength(1);
  });

  test('is not ordered from a provider that has just failed to answer', async () => {
    const { heard, provider } = await providerThat(() => undefined, { invoiceTimeoutMs: 50 });
    await expect(provider.createInvoice(ORDER)).rejects.toThrow();
    await expect(provider.createInvoice(ORDER)).rejects.toThrow('did not answer just now');
    expect(heard).toHaveLength(1);
  });

  test.each([
    ['nowhere', { id: '1' }],
    ['a script', { id: '1', invoice_url: 'javascript:alert(1)' }],
    ['a file', { id: '1', invoice_url: 'file:///etc/passwd' }],
    ['an address without end', { id: '1', invoice_url: `https://pay.example/${'x'.repeat(2_000)}` }],
    ['a list', [1]],
    ['no JSON', '<html>'],
    ['depth without end', '['.repeat(200_000)],
  ])('that leads to %s is refused', async (_, body) => {
    const { provider } = await providerThat((_request, response) => json(response, 200, body));
    await expect(provider.createInvoice(ORDER)).rejects.toThrow();
  });

  test('of a provider that is reached by https leads to https only', () => {
    expect(isFitPaymentUrl('http://pay.example/', 'https://api.example/')).toBe(false);
    expect(isFitPaymentUrl('https://pay.example/', 'https://api.example/')).toBe(true);
    expect(isFitPaymentUrl('http://127.0.0.1:1/', 'http://127.0.0.1:2/')).toBe(true);
  });
});

describe('a transfer', () => {
  test('is read with its numbers as they were written', async () => {
    const { heard, provider } = await providerThat((_, response) => json(response, 200, TRANSFER));
    expect(await provider.transfer('5524759814')).toEqual({
      providerPaymentId: '5524759814',
      status: 'finished',
      orderId: 'o1',
      priceCurrency: 'usd',
      priceCents: 1_050,
      payCurrency: 'btc',
      payAmount: '0.00000012',
      actuallyPaid: '1e-7',
    });
    expect(heard).toMatchObject([{ method: 'GET', path: '/v1/payment/5524759814' }]);
  });

  test.each([400, 404])('that is answered with %d is not known', async (status) => {
    const { provider } = await providerThat((_, response) => json(response, status, {}));
    expect(await provider.transfer('1')).toBeNull();
  });

  test.each([
    ['another transfer', TRANSFER.replace('5524759814', '5524759815')],
    ['no order', '{"payment_id":5524759814}'],
    ['a query', TRANSFER.replace('"o1"', '{"$gt":""}')],
    ['no JSON', 'OK'],
  ])('that is answered with %s is not believed', async (_, body) => {
    const { provider } = await providerThat((_request, response) => json(response, 200, body));
    await expect(provider.transfer('5524759814')).rejects.toThrow(/payment provider/);
  });

  test('with an unknown status counts as unknown', async () => {
    const transfer = TRANSFER.replace('finished', 'wrong_asset_confirmed');
    const { provider } = await providerThat((_request, response) => json(response, 200, transfer));
    expect(await provider.transfer('5524759814')).toBeNull();
  });

  test('is requested again while the provider is overloaded', async () => {
    let calls = 0;
    const { provider } = await providerThat((_, response) => {
      calls += 1;
      json(response, calls === 1 ? 429 : calls === 2 ? 500 : 200, TRANSFER);
    });
    expect(await provider.transfer('5524759814')).toMatchObject({ status: 'finished' });
    expect(calls).toBe(3);
  });

  test('is requested three times at most, and not again after a refused key', async () => {
    const { heard, provider } = await providerThat(({ path }, response) =>
      json(response, path.endsWith('/1') ? 502 : 401, {}),
    );
    await expect(provider.transfer('1')).rejects.toThrow('502');
    expect(heard).toHaveLength(3);
    await expect(provider.transfer('2')).rejects.toThrow('401');
    expect(heard).toHaveLength(4);
  });

  test('is not looked for where the provider points to', async () => {
    let elsewhere = 0;
    const { url, provider } = await providerThat(({ path }, response) => {
      if (path === '/elsewhere') elsewhere += 1;
      response.writeHead(302, { location: `${url}/elsewhere` }).end();
    });
    await expect(provider.transfer('1')).rejects.toThrow();
    expect(elsewhere).toBe(0);
  });

  test('is not read beyond a megabyte', async () => {
    let sent = 0;
    const { provider } = await providerThat((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
      };
      response.on('drain', more);
      more();
    });
    await expect(provider.transfer('1')).rejects.toThrow('more than');
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('the transfers of an invoice', () => {
  const credentials = { email: 'shop@example.com', password: 'secret' };

  test('are not asked for without an account', async () => {
    const { heard, provider } = await providerThat((_, response) => json(response, 200, {}));
    expect(await provider.transfersOf('7')).toBeNull();
    expect(heard).toEqual([]);
  });

  test('are listed with a token, which is renewed when it is refused; an unreadable one hides no other', async () => {
    let logins = 0;
    const { heard, provider } = await providerThat(
      ({ path, headers }, response) => {
        if (path === '/v1/auth') {
          logins += 1;
          return json(response, 200, { token: `token-${logins}` });
        }
        if (headers.authorization !== 'Bearer token-2') return json(response, 401, {});
        return json(response, 200, `{"data":[{"payment_id":1,"payment_status":"new"},${TRANSFER}]}`);
      },
      { credentials },
    );
    expect(await provider.transfersOf('7')).toMatchObject([{ providerPaymentId: '5524759814' }]);
    expect(await provider.transfersOf('7')).toHaveLength(1);
    expect(logins).toBe(2);
    expect(JSON.parse(heard[0]?.body ?? '')).toEqual(credentials);
    expect(heard.at(-1)?.path).toBe('/v1/payment/?invoiceId=7&limit=100&page=0');
  });

  test('are a hundred at most, however many there are', async () => {
    const { provider } = await providerThat(
      ({ path }, response) => {
        if (path === '/v1/auth') return json(response, 200, { token: 'token' });
        return json(response, 200, `{"data":[${Array.from({ length: 101 }, () => TRANSFER)}]}`);
      },
      { credentials },
    );
    expect(await provider.transfersOf('7')).toHaveLength(100);
  });
});
