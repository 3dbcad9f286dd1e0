// The page where a buyer decides the fate of a payment, as HTML.
import {
  ACTIONS,
  type Action,
  COINS,
  type Coin,
  type Invoice,
  isOffered,
  type Status,
  type Transfer,
} from './transfer.ts';

const STATUS_TEXTS: Record<Status, string> = {
  waiting: 'Waiting for your payment.',
  confirming: 'Your payment has been seen. Waiting for confirmations …',
  confirmed: 'Your payment is confirmed …',
  sending: 'Your payment is being sent on …',
  partially_paid: 'Only a part of the amount has arrived.',
  finished: 'Paid. Thank you!',
  failed: 'The payment failed.',
  expired: 'The time to pay is over.',
  refunded: 'The money was sent back.',
};

const ACTION_TEXTS: Record<Action, string> = {
  pay: 'Pay',
  'pay-partly': 'Pay partly',
  expire: 'Let it expire',
  fail: 'Fail',
  refund: 'Send the money back',
};

export const statusText = (status: Status): string => STATUS_TEXTS[status];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

const dollars = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** An amount of a coin without an exponent. */
const plain = (amount: number): string => amount.toFixed(8).replace(/\.?0+$/, '');

const coinLink = (coin: Coin, { invoiceId, coin: chosen }: Transfer): string => {
  const current = coin === chosen ? ' aria-current="page"' : '';
  return `<li><a href="/payment/?iid=${invoiceId}&amp;coin=${coin}"${current}>${COINS[coin].name}</a></li>`;
};

const buttons = (transfer: Transfer): string => {
  const offered = (Object.keys(ACTIONS) as Action[]).filter((action) => isOffered(action, transfer));
  if (offered.length === 0) return '';
  const each = offered.map(
    (action) =>
      `<button name="action" value="${action}"${action === 'pay' ? ' class="first"' : ''}>${ACTION_TEXTS[action]}</button>`,
  );
  const target = `/payment/${transfer.invoiceId}?coin=${transfer.coin}`;
  return `<form method="post" action="${target}">\n${each.join('\n')}\n</form>`;
};

const shell = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/payment/checkout.css">
</head>
<body>
<header class="local"><strong>Local stand-in.</strong> No real money: nothing is paid and nothing is charged.</header>
${content}
</body>
</html>
`;

/** The checkout page of a transfer. */
export const checkoutPage = (invoice: Invoice, transfer: Transfer): string => {
  const { status, ahead, coin, actuallyPaid, payAmount } = transfer;
  const isWaiting = status === 'waiting' && ahead.length === 0;
  const returnTo = status === 'finished' && ahead.length === 0 ? escaped(invoice.successUrl) : '';
  const back = status === 'finished' ? 'Return to the shop' : 'Cancel and return';
  const backUrl = escaped(status === 'finished' ? invoice.successUrl : invoice.cancelUrl);
  const stateUrl = `/payment/${invoice.id}/state?coin=${coin}`;
  const rows = [
    ['Amount', `<code>${plain(payAmount)}</code> ${coin.toUpperCase()}`],
    ['Send to', `<code>${escaped(transfer.address)}</code>`],
    ...(actuallyPaid > 0 ? [['Received', `<code>${plain(actuallyPaid)}</code> ${coin.toUpperCase()}`]] : []),
    ...(isWaiting
      ? [['Time left', `<span role="timer" data-expires-at="${transfer.expiresAt}">20 minutes</span>`]]
      : []),
  ];
  const details = rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('\n');
  const content = `<main>
<h1>${escaped(invoice.description) || 'Payment'}</h1>
<p class="price">${dollars(invoice.price)}</p>
<nav aria-label="Coin"><ul>
${(Object.keys(COINS) as Coin[]).map((one) => coinLink(one, transfer)).join('\n')}
</ul></nav>
<dl>
${details}
</dl>
<p class="status" role="status" data-status="${status}" data-state-url="${stateUrl}" data-return-to="${returnTo}">${STATUS_TEXTS[status]}</p>
${buttons(transfer)}
<p><a href="${backUrl}">${back}</a></p>
</main>
<script src="/payment/checkout.js" type="module"></script>`;
  return shell(`Pay ${dollars(invoice.price)} (local stand-in)`, content);
};

/** The page when there is nothing to pay. */
export const messagePage = (title: string, text: string): string =>
  shell(title, `<main>\n<h1>${escaped(title)}</h1>\n<p>${escaped(text)}</p>\n</main>`);
