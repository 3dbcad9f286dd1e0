// Orders the invoice that a buyer has requested.
import type { PaymentEvent, Refusal } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { type Ordering, orderInvoice } from '../commands/order-invoice.ts';

/** After this the buyer is gone, and asks again if necessary. */
export const BUYER_WAITS_MS = 10 * 60_000;

export const INVOICED_EVENTS: readonly PaymentEvent['type'][] = ['InvoiceRequested', 'InvoiceRetried'];

export const orderRequested =
  (dependencies: Ordering) =>
  async ({ event, meta, sequence }: StoredEvent<PaymentEvent>): Promise<Refusal | undefined> =>
    orderInvoice(dependencies, event.data.paymentId, {
      commandId: `invoice:${sequence}`,
      ...idsCausedBy(meta),
    });
