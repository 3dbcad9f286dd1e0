// Counts an account's unpaid orders, with those that the read model has not seen yet.

/** Longer than a read model is usually behind; when it is further behind, a user may order a few more. */
const REMEMBERED_MS = 30_000;
const ACCOUNTS_MAX = 10_000;

export type UnpaidOrders = {
  count(accountId: string): Promise<number>;
  /** Notes an order that this process has just committed. */
  note(accountId: string, paymentId: string): void;
};

/** Queries the read model for an account's unpaid orders, and for those with these ids, paid or not. */
type Ask = (
  accountId: string,
  ids: readonly string[],
) => Promise<readonly { id: string; isUnpaid: boolean }[]>;

export const openUnpaidOrders = (ask: Ask): UnpaidOrders => {
  const newest = new Map<string, { readonly paymentId: string; readonly atMs: number }[]>();
  const fresh = (accountId: string) =>
    (newest.get(accountId) ?? []).filter(({ atMs }) => performance.now() - atMs < REMEMBERED_MS);
  return {
    count: async (accountId) => {
      const noted = fresh(accountId).map(({ paymentId }) => paymentId);
      const known = await ask(accountId, noted);
      const unseen = noted.filter((paymentId) => known.every(({ id }) => id !== paymentId));
      return known.filter(({ isUnpaid }) => isUnpaid).length + unseen.length;
    },
    note: (accountId, paymentId) => {
      const noted = [...fresh(accountId), { paymentId, atMs: performance.now() }];
      newest.delete(accountId);
      newest.set(accountId, noted);
      if (newest.size > ACCOUNTS_MAX) newest.delete(newest.keys().next().value ?? '');
    },
  };
};
