// The provider's API as the product calls it: log in, request an invoice, query transfers.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Book } from './book.ts';
import { type Desk, transferBody } from './desk.ts';
import type { Invoice } from './transfer.ts';

/** The API's answers and refusals, in the provider's shapes. */
export type Answer = { readonly status: number; readonly body: object };

type Api = {
  readonly book: Book;
  readonly desk: Desk;
  readonly apiKey: string;
  /** The account that may list transfers (default none). */
  readonly credentials: { readonly email: string; readonly password: string } | undefined;
  readonly now: () => number;
  /** Where the checkout pages are. */
  readonly url: () => string;
};

const TOKEN_MS = 5 * 60_000;
const LIST_MAX = 500;
const PRICE_MAX = 1_000_000;

const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: { status: false, statusCode: status, code, message },
});

const isEqual = (given: unknown, expected: string): boolean => {
  if (typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const isWebUrl = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 2_000 && /^https?:$/.test(URL.parse(value)?.protocol ?? '');

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 500;

/** An invoice, in the provider's shape. */
const invoiceBody = (invoice: Invoice, url: string) => ({
  id: invoice.id,
  token_id: invoice.id,
  order_id: invoice.orderId,
  order_description: invoice.description,
  price_amount: String(invoice.price),
  price_currency: 'usd',
  pay_currency: null,
  ipn_callback_url: invoice.noticeUrl,
  invoice_url: `${url}/payment/?iid=${invoice.id}`,
  success_url: invoice.successUrl,
  cancel_url: invoice.cancelUrl,
  created_at: invoice.createdAt,
  updated_at: invoice.createdAt,
});

/** Opens the API: answers a request below `/v1`, given its body. */
export const openApi = ({ book, desk, apiKey, credentials, now, url }: Api) => {
  const tokens = new Map<string, number>();

  const logIn = (body: Record<string, unknown>): Answer => {
    const isRight =
      credentials && isEqual(body.email, credentials.email) && isEqual(body.password, credentials.password);
    if (!isRight) return refused(403, 'AUTH_DATA_INVALID', 'Invalid email or password');
    for (const [token, untilMs] of tokens) if (untilMs < now()) tokens.delete(token);
    const token = randomBytes(24).toString('base64url');
    tokens.set(token, now() + TOKEN_MS);
    return { status: 200, body: { token } };
  };

  const makeInvoice = (body: Record<string, unknown>): Answer => {
    const { price_amount: price, price_currency: currency, order_id: orderId } = body;
    const { order_description: description = '', ipn_callback_url: noticeUrl } = body;
    const { success_url: successUrl, cancel_url: cancelUrl } = body;
    if (typeof price !== 'number' || !(price > 0 && price <= PRICE_MAX) || currency !== 'usd')
      return refused(400, 'INVALID_REQUEST_PARAMS', 'price_amount in usd is needed');
    if (!isText(orderId) || !isText(description))
      return refused(400, 'INVALID_REQUEST_PARAMS', 'order_id is needed');
    if (!isWebUrl(noticeUrl) || !isWebUrl(successUrl) || !isWebUrl(cancelUrl))
      return refused(400, 'INVALID_REQUEST_PARAMS', 'URLs are needed');
    const invoice = desk.makeInvoice({ orderId, description, price, noticeUrl, successUrl, cancelUrl });
    return { status: 200, body: invoiceBody(invoice, url()) };
  };

  const transfer = (id: string): Answer => {
    const found = book.transfers.get(Number(id));
    const invoice = found && book.invoices.get(found.invoiceId);
    if (!found || !invoice) return refused(404, 'PAYMENT_NOT_FOUND', 'Payment not found');
    return { status: 200, body: transferBody(found, invoice) };
  };

  const list = (query: URLSearchParams, authorization: string | undefined): Answer => {
    const untilMs = tokens.get(authorization?.replace(/^Bearer /, '') ?? '');
    if (untilMs === undefined || untilMs < now()) return refused(401, 'UNAUTHORIZED', 'Unauthorized');
    const limit = Math.min(LIST_MAX, Number(query.get('limit') ?? 10));
    const page = Number(query.get('page') ?? 0);
    const invoiceId = query.get('invoiceId');
    const all = [...book.transfers.values()].filter((one) => !invoiceId || one.invoiceId === invoiceId);
    const data = all
      .reverse()
      .slice(page * limit, (page + 1) * limit)
      .flatMap((one) => {
        const invoice = book.invoices.get(one.invoiceId);
        return invoice ? [transferBody(one, invoice)] : [];
      });
    return {
      status: 200,
      body: { data, limit, page, pagesCount: Math.ceil(all.length / limit), total: all.length },
    };
  };

  return ({ method, headers }: IncomingMessage, { pathname, searchParams }: URL, body: unknown): Answer => {
    const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
    const route = `${method} ${pathname}`;
    if (route === 'GET /v1/status') return { status: 200, body: { message: 'OK' } };
    if (route === 'POST /v1/auth') return logIn(fields);
    if (!isEqual(headers['x-api-key'], apiKey)) return refused(403, 'INVALID_API_KEY', 'Invalid api key');
    if (route === 'POST /v1/invoice') return makeInvoice(fields);
    if (route === 'GET /v1/payment/') return list(searchParams, headers.authorization);
    const [, id] = /^GET \/v1\/payment\/(\d{1,20})$/.exec(route) ?? [];
    return id ? transfer(id) : refused(404, 'NOT_FOUND', 'Not found');
  };
};
