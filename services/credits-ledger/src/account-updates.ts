// Which topics a user's tabs refetch after an event of their credits or of one of their purchases.
import { type AccountEvent, creditsEvents, type PaymentEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { AccountUpdates, UserUpdate } from '@tradeium/service-kit';
import { buyersOf, type PurchaseModel } from './projections/purchases.ts';

type Event = AccountEvent | PaymentEvent;

/** What an event changes for the account's user or a payment's buyer; null when no user can see it. */
export type Touched =
  | { readonly topic: 'balance'; readonly accountId: string }
  | { readonly topic: 'purchases'; readonly paymentId: string };

export const touchedBy = ({ type, data }: Event): Touched | null => {
  switch (type) {
    case 'AccountOpened':
    case 'CreditsGranted':
    case 'CreditsReserved':
    case 'CreditsCaptured':
    case 'CreditsReleased':
    case 'CreditsRefunded':
    case 'GrantReversed':
    case 'PeriodRenewed':
      return { topic: 'balance', accountId: data.accountId };
    case 'CommandRefused':
    case 'AccountClosed':
    case 'InvoiceFailed':
    case 'InvoiceRetried':
      return null;
    case 'InvoiceRequested':
    case 'InvoiceCreated':
    case 'InvoiceExpired':
    case 'PaymentNoticed':
    case 'PaymentStatusChanged':
    case 'PaymentSettled':
    case 'PaymentHeld':
    case 'PaymentRefunded':
      return { topic: 'purchases', paymentId: data.paymentId };
  }
};

/** `buyersOf` finds the buyers of payments; an update of an unknown payment goes to no user. */
export const updatesOf =
  (buyersOf: (paymentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>) =>
  async (events: readonly Pick<StoredEvent<Event>, 'event'>[]): Promise<UserUpdate[]> => {
    const touched = events.map(({ event }) => touchedBy(event)).filter((each) => each !== null);
    const paymentIds = touched.flatMap((each) => (each.topic === 'purchases' ? [each.paymentId] : []));
    const buyers: ReadonlyMap<string, string> =
      paymentIds.length > 0 ? await buyersOf(paymentIds) : new Map();
    return touched.flatMap((each) => {
      const userId = each.topic === 'balance' ? each.accountId : buyers.get(each.paymentId);
      return userId === undefined ? [] : [{ userId, topic: each.topic, backtest_id: null }];
    });
  };

/** Which events change what users see of their credits. */
export const accountUpdates = ({ purchaseModel }: { purchaseModel: PurchaseModel }): AccountUpdates => ({
  reads: [creditsEvents.account, creditsEvents.payment],
  updatesOf: updatesOf((paymentIds) => buyersOf(purchaseModel, paymentIds)) as AccountUpdates['updatesOf'],
});
