// The meaning of a purchase's states to its buyer.
import type { PaymentStatus, Purchase } from '@tradeium/contracts';
import { isFailure, messageOf } from '../../lib/failure.ts';
import { credits } from '../../lib/format.ts';

type Words = { readonly label: string; readonly color: 'gray' | 'brand' | 'yellow' | 'green' | 'red' };

const WORDS: Readonly<Record<PaymentStatus, Words>> = {
  pending: { label: 'Not paid yet', color: 'gray' },
  waiting: { label: 'Waiting for payment', color: 'gray' },
  confirming: { label: 'Confirming', color: 'brand' },
  confirmed: { label: 'Confirmed', color: 'brand' },
  sending: { label: 'Being settled', color: 'brand' },
  partially_paid: { label: 'Partly paid', color: 'yellow' },
  finished: { label: 'Paid', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  expired: { label: 'Expired', color: 'gray' },
  refunded: { label: 'Refunded', color: 'gray' },
};

/** The badge of a purchase; whatever its status, one that is owed or looked at by hand says so. */
export const purchaseBadge = ({ status, needs_review, credits_owed = 0 }: Purchase): Words => {
  if (credits_owed > 0) return { label: 'To be paid back', color: 'yellow' };
  return needs_review ? { label: 'Being checked', color: 'yellow' } : WORDS[status];
};

const DECIMAL = /^(\d{1,30})(?:\.(\d{1,30}))?$/;

/**
 * The part that is missing from a decimal amount, as a decimal; null when nothing is, or when either is not a number. Exact, because
 * crypto amounts have more digits than a floating-point number holds.
 */
export const missingAmount = (asked: string | null, paid: string | null): string | null => {
  const [whole, part] = [DECIMAL.exec(asked ?? ''), DECIMAL.exec(paid ?? '')];
  if (!whole || !part) return null;
  const digits = Math.max(whole[2]?.length ?? 0, part[2]?.length ?? 0);
  const scaled = (match: RegExpExecArray) => BigInt(`${match[1]}${(match[2] ?? '').padEnd(digits, '0')}`);
  const missing = scaled(whole) - scaled(part);
  if (missing <= 0n) return null;
  const text = missing.toString().padStart(digits + 1, '0');
  const decimals = digits === 0 ? '' : text.slice(-digits).replace(/0+$/, '');
  return `${digits === 0 ? text : text.slice(0, -digits)}${decimals === '' ? '' : `.${decimals}`}`;
};

const partlyPaidText = ({ pay_amount, actually_paid, pay_currency, payment_url }: Purchase): string => {
  const missing = missingAmount(pay_amount, actually_paid);
  const currency = (pay_currency ?? '').toUpperCase();
  const what =
    missing === null
      ? 'Less than the full amount has arrived.'
      : `${actually_paid} of ${pay_amount} ${currency} has arrived, ${missing} ${currency} is missing.`;
  const next = payment_url === null ? 'Write to support' : 'Pay the rest, or write to support';
  return `${what} ${next}: an incomplete payment is not credited automatically.`;
};

const TEXTS: Readonly<Partial<Record<PaymentStatus, string>>> = {
  confirming: 'Your payment was detected and is being confirmed by the network. No action is needed.',
  confirmed: 'The network has confirmed your payment. Your credits will follow.',
  sending: 'Your payment is on its way to us. Your credits will follow.',
  failed: 'The payment failed. No credits were added; if you have paid, write to support.',
  expired: 'No payment arrived in time. Do not pay this order now; place a new one instead.',
  refunded: 'The payment was refunded, and its credits were removed.',
};

/** The advice to a buyer; null when the badge says it all. */
export const purchaseText = (purchase: Purchase): string | null => {
  const { status, needs_review, confirmed_at, credits_owed = 0 } = purchase;
  if (credits_owed > 0)
    return `Its credits were taken back while some of them were in use. ${credits(credits_owed)} VUT are still to be paid back; until then it is under review.`;
  if (needs_review)
    return 'Something about this payment does not match its order. Support will check it before any credits are added.';
  if (status === 'partially_paid') return partlyPaidText(purchase);
  if (status === 'finished' && confirmed_at === null) return 'Paid. Your credits are being added.';
  return TEXTS[status] ?? null;
};

/** The label of the link to the payment page; null when there is nothing to pay. */
export const payLabel = ({ status, payment_url }: Purchase): string | null => {
  if (payment_url === null) return null;
  if (status === 'partially_paid') return 'Pay the rest';
  return status === 'pending' || status === 'waiting' ? 'Pay' : null;
};

/** Why an order could not be made, in the product's words. */
export const invoiceProblem = (error: unknown): string =>
  isFailure(error) && typeof error.status === 'number'
    ? `Error creating payment: ${messageOf(error, 'Unknown error')}`
    : 'Error creating payment. Please try again.';

/** True if the same order may succeed a moment later: it was not refused, it only did not get through. */
export const isWorthRetrying = (error: unknown): boolean =>
  isFailure(error) && (typeof error.status !== 'number' || error.status >= 500);
