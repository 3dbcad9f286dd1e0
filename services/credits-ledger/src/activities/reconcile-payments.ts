// Brings open purchases up to date with the payment provider, a page at a time, and ends unpaid ones.
import type { Log } from '@tradeium/service-kit';
import { beat } from '@tradeium/service-kit/while-beating';
import type { Stores } from '../aggregates.ts';
import { reconcilePayment } from '../commands/confirm-transfer.ts';
import { expiryOf, INVOICE_DAYS, isOpen } from '../domain/payment-state.ts';
import { openPurchases, type PurchaseModel } from '../projections/purchases.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { ReconcileActivities } from '../workflows/reconcile-payments-contract.ts';

const DAY_MS = 86_400_000;
/** Younger purchases are left to their notices. */
const AGE_MIN_MS = 60_000;
const PAGE_SIZE = 50;
/** The time for a page, and for the requests about one purchase; the rest comes with the next page. */
const PAGE_MS = 5 * 60_000;
const PURCHASE_MS = 60_000;
/** After this many failures in a row the provider counts as away. */
const FAILURES_MAX = 3;
/** A purchase unchanged for the first period is quiet; after the second it is no longer checked. */
const QUIET_MS = DAY_MS;
const FORGOTTEN_MS = 60 * DAY_MS;

type Dependencies = {
  readonly payments: Stores['payments'];
  readonly provider: Pick<PaymentProvider, 'transfer' | 'transfersOf'>;
  readonly purchaseModel: PurchaseModel;
  readonly log: Log;
  readonly now: () => Date;
};

/** Asks first, so that last-minute money is seen before the purchase expires. */
const bringUpToDate = async (dependencies: Dependencies, paymentId: string): Promise<void> => {
  const { payments, now } = dependencies;
  const { state } = await payments.load(paymentId);
  if (!isOpen(state) || state.order === null) return;
  const untilMs = performance.now() + PURCHASE_MS;
  await reconcilePayment(dependencies, paymentId, state, () => {
    beat({ paymentId });
    if (performance.now() > untilMs) throw new Error(`its transfers took longer than ${PURCHASE_MS} ms`);
  });
  if (now().toISOString() < expiryOf(state.order)) return;
  const expire = { type: 'ExpireInvoice', paymentId } as const;
  await payments.change(paymentId, expire, { commandId: `expire:${paymentId}` });
};

export const reconcileActivities = (dependencies: Dependencies): ReconcileActivities => ({
  reconcilePage: async (round) => {
    const { purchaseModel, log } = dependencies;
    const ago = (ms: number): string => new Date(Date.parse(round.startedAt) - ms).toISOString();
    const page = await openPurchases(purchaseModel, {
      requestedBefore: ago(AGE_MIN_MS),
      changedAfter: ago(round.includesQuiet ? FORGOTTEN_MS : QUIET_MS),
      expiredBefore: ago(INVOICE_DAYS * DAY_MS),
      afterId: round.after,
      limit: PAGE_SIZE,
    });
    const untilMs = performance.now() + PAGE_MS;
    let { after } = round;
    let asked = 0;
    let failed = 0;
    let inARow = 0;
    for (const { _id: paymentId } of page) {
      beat({ paymentId });
      asked += 1;
      after = paymentId;
      try {
        await bringUpToDate(dependencies, paymentId);
        inARow = 0;
      } catch (err) {
        failed += 1;
        inARow += 1;
        log.warn({ err, paymentId }, 'a purchase could not be brought up to date');
      }
      if (inARow >= FAILURES_MAX || performance.now() > untilMs) break;
    }
    const isEnd = page.length < PAGE_SIZE && after === (page.at(-1)?._id ?? after);
    return { asked, failed, rest: isEnd ? null : { ...round, after }, isAway: inARow >= FAILURES_MAX };
  },
});
