// Orders credits: commits the order, then waits until a reaction has its invoice from the payment provider.
import {
  fromVut,
  isRefusal,
  messageOf,
  OPEN_PAYMENTS_MAX,
  type Refusal,
  refuse,
  VUT_PER_USD,
} from '@tradeium/contracts';
import { createSerialQueue, idFrom, until } from '@tradeium/event-store';
import { answer, type Handler, isOutage, type RequestContext, userHandler } from '@tradeium/service-kit';
import type { CommandOf } from '../domain/payment.ts';
import { type Invoice, mayRetryInvoice } from '../domain/payment-state.ts';
import { unpaidPurchases } from '../projections/purchases.ts';
import type { Dependencies } from './dependencies.ts';
import { openUnpaidOrders } from './unpaid-orders.ts';

type Parts = Pick<Dependencies, 'accounts' | 'payments' | 'purchaseModel' | 'now'>;
type Order = CommandOf<'RequestInvoice'>;
type Invoiced = { readonly sequence: number; readonly invoice: Invoice };

/** Orders of one user, in this process. */
const WAITING_MAX = 1_000;
/** Longer than the provider may take, and shorter than the caller waits. */
const INVOICE_WAIT_MS = 8_500;
const POLL_MIN_MS = 20;
const POLL_MAX_MS = 200;

const orderOf = (amountUsd: number, accountId: string, commandId: string): Order => {
  const amountUsdCents = Math.round(amountUsd * 100);
  const credits = fromVut((amountUsdCents * VUT_PER_USD) / 100);
  // A retry with the same idempotency key is the same order.
  const paymentId = idFrom('payment', commandId);
  return { type: 'RequestInvoice', paymentId, accountId, amountUsdCents, credits };
};

/** Commits an order unless too many of the user's are unpaid; a user's orders are counted one at a time. */
const openOrders = ({ accounts, payments, purchaseModel, now }: Parts) => {
  const queue = createSerialQueue(WAITING_MAX);
  const unpaid = openUnpaidOrders(async (accountId, ids) => {
    try {
      return await unpaidPurchases(purchaseModel, { accountId, ids, limit: OPEN_PAYMENTS_MAX });
    } catch (cause) {
      // Without the read model this process counts the orders that it noted itself.
      if (isOutage(cause)) return [];
      throw cause;
    }
  });
  const mayOrder = async ({ accountId }: Order): Promise<Refusal | undefined> => {
    if ((await accounts.load(accountId)).state.isClosed) return refuse('ACCOUNT_CLOSED');
    if ((await unpaid.count(accountId)) >= OPEN_PAYMENTS_MAX)
      return refuse('TOO_MANY_OPEN_PAYMENTS', { limit: OPEN_PAYMENTS_MAX });
  };
  const place = async (order: Order, request: RequestContext): Promise<Refusal | undefined> => {
    const { paymentId, accountId } = order;
    const { commandId, userId, correlationId } = request;
    const { state, sequence } = await payments.load(paymentId);
    const refusal = state.order === null ? await mayOrder(order) : undefined;
    if (refusal) return refusal;
    const ids = { commandId, input: order, userId, correlationId };
    const ordered = await payments.change(paymentId, order, ids);
    if (isRefusal(ordered)) return ordered;
    if (state.order === null) unpaid.note(accountId, paymentId);
    if (!mayRetryInvoice(state, now().toISOString())) return;
    const retry = { type: 'RetryInvoice', paymentId } as const;
    const retried = await payments.change(paymentId, retry, {
      commandId: `retry-invoice:${sequence}`,
      userId,
      correlationId,
    });
    return isRefusal(retried) ? retried : undefined;
  };
  return (order: Order, request: RequestContext): Promise<Refusal | undefined> =>
    queue.run(order.accountId, () => place(order, request)) ?? Promise.resolve(refuse('TOO_MANY_REQUESTS'));
};

/** The invoice of an order, which any process may have requested. */
const untilInvoiced = async ({ payments }: Parts, paymentId: string): Promise<Invoiced | Refusal> => {
  const invoiced = async (): Promise<Invoiced | Refusal | undefined> => {
    const { state, sequence } = await payments.load(paymentId);
    const { invoice, invoiceRequest } = state;
    if (invoice !== null) return { sequence, invoice };
    return invoiceRequest?.failed ? refuse('PAYMENTS_UNAVAILABLE') : undefined;
  };
  const waiting = { pauseMs: POLL_MIN_MS, pauseMaxMs: POLL_MAX_MS, timeoutMs: INVOICE_WAIT_MS };
  return (await until(invoiced, waiting)) ?? refuse('PAYMENTS_UNAVAILABLE');
};

export const createInvoice = (parts: Parts): Handler => {
  const placeOrder = openOrders(parts);
  return userHandler(messageOf('createInvoice'), async ({ amount_usd }, userId, request) => {
    const order = orderOf(amount_usd, userId, request.commandId);
    const refusal = await placeOrder(order, request);
    if (refusal) return refusal;
    const invoiced = await untilInvoiced(parts, order.paymentId);
    if (isRefusal(invoiced)) return invoiced;
    const output = { payment_url: invoiced.invoice.paymentUrl, payment_id: order.paymentId };
    return answer(output, { context: 'credits', sequence: invoiced.sequence });
  });
};
