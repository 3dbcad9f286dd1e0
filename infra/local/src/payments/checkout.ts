// Serves the checkout page: shows a transfer, and applies the buyer's choice to it.
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Book } from './book.ts';
import { checkoutPage, messagePage, statusText } from './checkout-page.ts';
import type { Desk } from './desk.ts';
import { type Coin, type Invoice, isAction, isCoin, type Transfer } from './transfer.ts';

export type Page = {
  readonly status: number;
  readonly type: 'text/html' | 'text/css' | 'text/javascript' | 'application/json';
  readonly body: string;
  /** The browser's next address. */
  readonly location?: string;
};

/** Own files only, no frames, and forms to ourselves only. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // Without its own origin a form of this page would look like one of another site.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const html = (status: number, body: string): Page => ({ status, type: 'text/html', body });

/** True if one of this server's own pages sends the request: a form of another site cannot claim so. */
const isOwnPage = ({ headers: { host, origin } }: IncomingMessage): boolean => origin === `http://${host}`;

const NOT_FOUND = html(404, messagePage('No such payment', 'This payment does not exist here.'));
const FORBIDDEN = html(403, messagePage('Not from here', 'Only the page of the payment itself can pay it.'));
const UNKNOWN_ACTION = html(400, messagePage('No such choice', 'Choose one of the buttons of the page.'));

/** Opens the pages below `/payment/`; `form` is the body of a form that was sent. */
export const openCheckout = (book: Book, desk: Desk) => {
  const assets = new Map<string, Page>([
    ['/payment/checkout.css', { status: 200, type: 'text/css', body: asset('checkout.css') }],
    ['/payment/checkout.js', { status: 200, type: 'text/javascript', body: asset('checkout.js') }],
  ]);

  const coinOf = ({ searchParams }: URL): Coin => {
    const coin = searchParams.get('coin') ?? '';
    return isCoin(coin) ? coin : 'btc';
  };
  const stateOf = ({ status, ahead }: Transfer): Page => ({
    status: 200,
    type: 'application/json',
    body: JSON.stringify({ status, text: statusText(status), isUnderWay: ahead.length > 0 }),
  });
  const act = (request: IncomingMessage, invoice: Invoice, url: URL, form: URLSearchParams): Page => {
    if (!isOwnPage(request)) return FORBIDDEN;
    const action = form.get('action') ?? '';
    if (!isAction(action)) return UNKNOWN_ACTION;
    const coin = coinOf(url);
    // An action no longer offered, after a second click for example, just shows the state.
    desk.act(desk.transferIn(invoice, coin), action);
    return { ...html(303, ''), location: `/payment/?iid=${invoice.id}&coin=${coin}` };
  };

  return (request: IncomingMessage, url: URL, form: URLSearchParams): Page => {
    const { pathname } = url;
    const file = request.method === 'GET' ? assets.get(pathname) : undefined;
    if (file) return file;
    const [, inPath, state] = /^\/payment\/(\d{1,20})(\/state)?$/.exec(pathname) ?? [];
    const id = pathname === '/payment/' ? (url.searchParams.get('iid') ?? '') : (inPath ?? '');
    const invoice = book.invoices.get(id);
    if (!invoice) return NOT_FOUND;
    if (request.method === 'POST') return inPath && !state ? act(request, invoice, url, form) : NOT_FOUND;
    if (request.method !== 'GET') return NOT_FOUND;
    const transfer = desk.transferIn(invoice, coinOf(url));
    return state ? stateOf(transfer) : html(200, checkoutPage(invoice, transfer));
  };
};
