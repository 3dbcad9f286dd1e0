// Which topics a user's tabs refetch after an event of their credits or of one of their purchases.
import { type AccountEvent, creditsEvents, type PaymentEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { AccountUpdates, UserUpdate } from '@tradeium/service-kit';
import { buyersOf, type PurchaseModel } from './projections/purchases.ts';

type Event = AccountEvent | PaymentEvent;

/** The changes of an event for the account's user or a payment's buyer. */
export type Touched =
  | { readonly topic: 'balance' | 'purchases'; readonly accountId: string }
  | { readonly topic: 'purchases'; readonly paymentId: string };

/** Nothing when no user can see it. A purchase shows what is owed of it. */
export const touchedBy = ({ type, data }: Event): readonly Touched[] => {
  switch (type) {
    case 'AccountOpened':
    case 'CreditsReserved':
      return [{ topic: 'balance', accountId: data.accountId }];
    case 'CreditsGranted':
    case 'CreditsCaptured':
    case 'CreditsReleased':
    case 'CreditsRefunded':
    case 'PeriodRenewed':
      return touchedByChange(data.accountId, data.repaid);
    case 'GrantReversed':
      return touchedByChange(data.accountId, data.debt);
    case 'CommandRefused':
    case 'AccountClosed':
    case 'InvoiceFailed':
    case 'InvoiceRetried':
      return [];
    case 'InvoiceRequested':
    case 'InvoiceCreated':
    case 'InvoiceExpired':
    case 'PaymentNoticed':
    case 'PaymentStatusChanged':
    case 'PaymentSettled':
    case 'PaymentHeld':
    case 'PaymentRefunded':
      return [{ topic: 'purchases', paymentId: data.paymentId }];
  }
};

const touchedByChange = (accountId: string, debtChange: number | undefined): readonly Touched[] => [
  { topic: 'balance', accountId },
  ...(debtChange ? [{ topic: 'purchases', accountId } as const] : []),
];

/** `buyersOf` finds the buyers of payments; an update of an unknown payment goes to no user. */
export const updatesOf =
  (buyersOf: (paymentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>) =>
  async (events: readonly Pick<StoredEvent<Event>, 'event'>[]): Promise<UserUpdate[]> => {
    const touched = events.flatMap(({ event }) => touchedBy(event));
    const paymentIds = touched.flatMap((each) => ('paymentId' in each ? [each.paymentId] : []));
    const buyers: ReadonlyMap<string, string> =
      paymentIds.length > 0 ? await buyersOf(paymentIds) : new Map();
    return touched.flatMap((each) => {
      const userId = 'accountId' in each ? each.accountId : buyers.get(each.paymentId);
      return userId === undefined ? [] : [{ userId, topic: each.topic, backtest_id: null }];
    });
  };

/** Which events change what users see of their credits. */
export const accountUpdates = ({ purchaseModel }: { purchaseModel: PurchaseModel }): AccountUpdates => ({
  reads: [creditsEvents.account, creditsEvents.payment],
  updatesOf: updatesOf((paymentIds) => buyersOf(purchaseModel, paymentIds)) as AccountUpdates['updatesOf'],
});
