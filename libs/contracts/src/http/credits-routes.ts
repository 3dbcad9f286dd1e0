// Routes of credits and payments.
import { z } from 'zod';
import { laterOutput, noInput, route } from './route.ts';

/** A user's credits, in VUT. */
export const subscription = z.object({
  tier: z.string(),
  vut_remaining: z.number(),
  vut_used_this_period: z.number(),
  monthly_limit: z.number(),
  period_end: z.iso.datetime(),
});
export type Subscription = z.infer<typeof subscription>;

/** One line of the credit history; `vut_cost` is positive when credits were used, negative when they were added. */
export const creditTransaction = z.object({
  id: z.string(),
  operation_type: z.string(),
  created_at: z.iso.datetime(),
  vut_cost: z.number(),
});
export type CreditTransaction = z.infer<typeof creditTransaction>;

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
  createInvoice: route({
    method: 'POST',
    path: '/api/payments/create-invoice',
    tag: 'payments',
    service: 'later',
    summary: 'Create a payment invoice for credits',
    input: z.strictObject({ amount_usd: z.number(), credits_amount: z.number() }),
    output: laterOutput,
  }),
  receivePaymentNotice: route({
    method: 'POST',
    path: '/api/payments/webhook',
    tag: 'payments',
    auth: 'public',
    service: 'later',
    summary: 'Signed payment notices of the payment provider',
    input: z.looseObject({}),
    output: laterOutput,
  }),
} as const;
