// Routes of credits and payments.
import { z } from 'zod';
import { PAYMENT_STATUSES, PURCHASE_USD_MAX, PURCHASE_USD_MIN, VUT_PER_USD } from '../constants.ts';
import { day } from './day.ts';
import { noInput, route } from './route.ts';

/** A user's credits, in VUT. */
const subscription = z.object({
  tier: z.string(),
  vut_remaining: z.number(),
  vut_used_this_period: z.number(),
  monthly_limit: z.number(),
  period_end: z.iso.datetime(),
  /** The debt; nothing can be started until it is paid. */
  vut_owed: z.number(),
});
export type Subscription = z.infer<typeof subscription>;

/** One line of the credit history; `vut_cost` is positive when credits were used, negative when they were added. */
const creditTransaction = z.object({
  id: z.string(),
  operation_type: z.string(),
  created_at: z.iso.datetime(),
  vut_cost: z.number(),
  /** The backtest that it paid for; null for everything else. */
  run_id: z.string().nullable(),
  /** The rebalance that it paid for, by its id in the activity of trading; null for everything else. */
  rebalance_id: z.string().nullable(),
  /** The part of credits taken back that was in use, and was owed from then on; absent for everything else. */
  vut_owed: z.number().optional(),
  /** An operator's words about credits that were granted; absent for everything else. */
  description: z.string().optional(),
});
export type CreditTransaction = z.infer<typeof creditTransaction>;

/** One change of the available credits, in VUT. */
const statementLine = z.object({
  id: z.string(),
  created_at: z.iso.datetime(),
  operation_type: z.string(),
  /** The run, payment or month that it belongs to. */
  operation_id: z.string(),
  change: z.number(),
  reserved_change: z.number(),
  available_after: z.number(),
  reserved_after: z.number(),
  /** The debt that is left. */
  owed_after: z.number(),
});
export type StatementLine = z.infer<typeof statementLine>;

export const STATEMENT_LINES_MAX = 1_000;

const statement = z.object({
  from: z.string(),
  to: z.string(),
  opening: z.object({ available: z.number(), reserved: z.number() }),
  closing: z.object({ available: z.number(), reserved: z.number() }),
  /** The newest lines that fit, oldest first. */
  lines: z.array(statementLine).max(STATEMENT_LINES_MAX),
  /** There are more lines than fit: request fewer days. */
  truncated: z.boolean(),
});
export type Statement = z.infer<typeof statement>;

/** The rounding error of multiplied decimals; smaller than any real amount. */
const ROUNDING = 1e-8;

const isWholeCents = (usd: number): boolean => Math.abs(Math.round(usd * 100) - usd * 100) < ROUNDING;

/** An order of credits: the price, and the credits that the buyer expects. */
const invoiceInput = z
  .strictObject({
    amount_usd: z
      .number({ error: 'PAYMENT_AMOUNT_INVALID' })
      .min(PURCHASE_USD_MIN, 'PAYMENT_AMOUNT_INVALID')
      .max(PURCHASE_USD_MAX, 'PAYMENT_AMOUNT_INVALID')
      .refine(isWholeCents, 'PAYMENT_AMOUNT_INVALID'),
    credits_amount: z.number({ error: 'CREDITS_AMOUNT_MISMATCH' }),
  })
  .refine(
    ({ amount_usd, credits_amount }) => Math.abs(amount_usd * VUT_PER_USD - credits_amount) < ROUNDING,
    'CREDITS_AMOUNT_MISMATCH',
  );

/** A purchase as its buyer sees it. */
const purchase = z.object({
  id: z.string(),
  amount_usd: z.number(),
  credits: z.number(),
  status: z.enum(PAYMENT_STATUSES),
  /** The currency of the payment, the amount due and the amount received; null until the provider has seen a transfer. */
  pay_currency: z.string().nullable(),
  pay_amount: z.string().nullable(),
  actually_paid: z.string().nullable(),
  /** Something does not match, and support checks it before adding credits; or credits of it are owed. */
  needs_review: z.boolean(),
  /** Credits of this purchase that were in use when they were taken back, and are still to be paid back; absent when none are. */
  credits_owed: z.number().optional(),
  created_at: z.iso.datetime(),
  /** When the credits were added. */
  confirmed_at: z.iso.datetime().nullable(),
  /** The payment page, while the purchase is open. */
  payment_url: z.url().nullable(),
});
export type Purchase = z.infer<typeof purchase>;

export const CREDITS_ROUTES = {
  getBalance: route({
    method: 'GET',
    path: '/api/vut/user/vut-balance',
    tag: 'credits',
    service: 'credits-ledger',
    summary: 'Credits remaining and used in this period',
    input: noInput,
    output: z.object({ subscription }),
  }),
  getCreditHistory: route({
    method: 'GET',
    path: '/api/vut/user/credit-history',
    tag: 'credits',
    service: 'credits-ledger',
    summary: 'Credit transactions, newest first, at most 100',
    input: noInput,
    output: z.array(creditTransaction).max(100),
  }),
  getStatement: route({
    method: 'GET',
    path: '/api/vut/user/statement',
    tag: 'credits',
    service: 'credits-ledger',
    summary: 'Every change of the balance in a span of UTC days, both included, with the balance after it',
    input: z.strictObject({ from: day, to: day }).refine(({ from, to }) => from <= to, 'DATE_RANGE_INVALID'),
    output: statement,
    errors: ['DATE_INVALID', 'DATE_NOT_IN_CALENDAR', 'DATE_RANGE_INVALID'],
  }),
  createInvoice: route({
    method: 'POST',
    path: '/api/payments/create-invoice',
    tag: 'payments',
    service: 'credits-ledger',
    summary:
      'Order credits; answers with the page on which to pay. With the same Idempotency-Key it is the same order',
    input: invoiceInput,
    output: z.object({ payment_url: z.url(), payment_id: z.string() }),
    errors: [
      'PAYMENT_AMOUNT_INVALID',
      'CREDITS_AMOUNT_MISMATCH',
      'COMMAND_ID_REUSED',
      'TOO_MANY_OPEN_PAYMENTS',
      'ACCOUNT_CLOSED',
      'PAYMENTS_UNAVAILABLE',
    ],
  }),
  getPaymentHistory: route({
    method: 'GET',
    path: '/api/payments/user/history',
    tag: 'payments',
    service: 'credits-ledger',
    summary: "The user's purchases, newest first, at most 100",
    input: noInput,
    output: z.array(purchase).max(100),
  }),
  receivePaymentNotice: route({
    method: 'POST',
    path: '/api/payments/webhook',
    tag: 'payments',
    auth: 'public',
    service: 'gateway',
    body: 'text',
    limits: ['paymentNotices'],
    summary: 'Payment notices of the provider, signed in the header x-nowpayments-sig',
    input: z.looseObject({}),
    output: z.object({ received: z.literal(true) }),
    errors: ['PAYMENT_SIGNATURE_INVALID', 'PAYMENT_NOTICE_INVALID', 'PAYMENT_NOT_FOUND'],
  }),
} as const;
