// Orders credits: the order is kept first, then the provider is asked for the page on which it can be paid.
import { createHash } from 'node:crypto';
import {
  fromVut,
  isRefusal,
  messageOf,
  OPEN_PAYMENTS_MAX,
  type Refusal,
  refuse,
  VUT_PER_USD,
} from '@tradeium/contracts';
import { createSerialQueue } from '@tradeium/event-store';
import { answer, type Handler, type RequestContext, userHandler } from '@tradeium/service-kit';
import { decidePayment, type Invoice, type PaymentCommand } from '../domain/payment.ts';
import { openShared } from '../payments/shared-work.ts';
import { openUnpaidOrders } from '../payments/unpaid-orders.ts';
import { unpaidPurchases } from '../projections/purchases.ts';
import type { Dependencies } from './dependencies.ts';

type Parts = Pick<Dependencies, 'accounts' | 'payments' | 'provider' | 'purchaseModel' | 'publicUrl' | 'log'>;
type Order = Extract<PaymentCommand, { type: 'RequestInvoice' }>;
type Ordered = { readonly sequence: number; readonly invoice: Invoice | null };

/** Orders of one user, in this process. */
const WAITING_MAX = 1_000;

/** An order id that follows from the command id: a retry with the same idempotency key is the same order. */
const paymentIdOf = (commandId: string): string =>
  createHash('sha256').update(commandId).digest('base64url').slice(0, 22);

const orderOf = (amountUsd: number, accountId: string, commandId: string): Order => {
  const amountUsdCents = Math.round(amountUsd * 100);
  const credits = fromVut((amountUsdCents * VUT_PER_USD) / 100);
  return { type: 'RequestInvoice', paymentId: paymentIdOf(commandId), accountId, amountUsdCents, credits };
};

/** Keeps an order, unless too many of the user's wait for their money; a user's orders are counted one at a time. */
const openOrders = ({ accounts, payments, purchaseModel }: Parts) => {
  const queue = createSerialQueue(WAITING_MAX);
  const unpaid = openUnpaidOrders((accountId, ids) =>
    unpaidPurchases(purchaseModel, { accountId, ids, limit: OPEN_PAYMENTS_MAX }),
  );
  const mayOrder = async ({ paymentId, accountId }: Order): Promise<Refusal | undefined> => {
    if ((await payments.load(paymentId)).state.order) return;
    if ((await accounts.load(accountId)).state.isClosed) return refuse('ACCOUNT_CLOSED');
    if ((await unpaid.count(accountId)) >= OPEN_PAYMENTS_MAX)
      return refuse('TOO_MANY_OPEN_PAYMENTS', { limit: OPEN_PAYMENTS_MAX });
  };
  const keep = async (order: Order, request: RequestContext): Promise<Ordered | Refusal> => {
    const refusal = await mayOrder(order);
    if (refusal) return refusal;
    const { commandId, userId, correlationId } = request;
    const ids = { commandId, input: order, userId, correlationId };
    const outcome = await payments.execute(order.paymentId, ids, (payment, now) =>
      decidePayment(order, payment, now),
    );
    if (!outcome.ok) return outcome.refusal;
    if (outcome.events.length > 0) unpaid.note(order.accountId, order.paymentId);
    return { sequence: outcome.sequence, invoice: outcome.state.invoice };
  };
  return async (order: Order, request: RequestContext): Promise<Ordered | Refusal> =>
    (await queue.run(order.accountId, () => keep(order, request))) ?? refuse('TOO_MANY_REQUESTS');
};

/** Has the provider make the invoice of an order that has none. Of two that were made at once the first counts. */
const makeInvoice = async (
  { payments, provider, publicUrl, log }: Parts,
  { paymentId, amountUsdCents }: Order,
  { correlationId }: RequestContext,
): Promise<Ordered | Refusal> => {
  const url = (path: string): string => new URL(path, publicUrl).href;
  const created = await provider
    .createInvoice({
      orderId: paymentId,
      amountUsdCents,
      description: `${((amountUsdCents * VUT_PER_USD) / 100).toLocaleString('en-US')} VUT for Tradeium`,
      noticeUrl: url('/api/payments/webhook'),
      successUrl: url('/credits?success=true'),
      cancelUrl: url('/credits?canceled=true'),
    })
    .catch((err: unknown) => {
      log.warn({ err, paymentId, correlationId }, 'the payment provider made no invoice');
      return refuse('PAYMENTS_UNAVAILABLE');
    });
  if (isRefusal(created)) return created;
  const command = { type: 'RecordInvoice', paymentId, ...created } as const;
  const commandId = `invoice:${created.providerInvoiceId}`;
  const outcome = await payments.execute(paymentId, { commandId, correlationId }, (payment, now) =>
    decidePayment(command, payment, now),
  );
  return outcome.ok ? { sequence: outcome.sequence, invoice: outcome.state.invoice } : outcome.refusal;
};

export const createInvoice = (parts: Parts): Handler => {
  const keepOrder = openOrders(parts);
  const share = openShared<Ordered | Refusal>();
  return userHandler(messageOf('createInvoice'), async ({ amount_usd }, userId, request) => {
    const order = orderOf(amount_usd, userId, request.commandId);
    const kept = await keepOrder(order, request);
    if (isRefusal(kept)) return kept;
    const { paymentId } = order;
    const made = kept.invoice ? kept : await share(paymentId, () => makeInvoice(parts, order, request));
    if (isRefusal(made)) return made;
    if (made.invoice === null) throw new Error(`the order ${paymentId} has no invoice`);
    const output = { payment_url: made.invoice.paymentUrl, payment_id: paymentId };
    return answer(output, { context: 'credits', sequence: made.sequence });
  });
};
