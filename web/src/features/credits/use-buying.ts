// Buying credits: one order per click, its payment page in a new tab, and errors.
import { VUT_PER_USD } from '@tradeium/contracts';
import { useState } from 'react';
import { type Order, useCreateInvoiceMutation } from './api.ts';
import { isWebAddress, openPaymentTab } from './payment-tab.ts';
import { invoiceProblem, isWorthRetrying } from './purchase-words.ts';

/** The payment page of the last order; `isBlocked` when the browser did not let it open. */
export type OpenedPayment = { readonly id: string; readonly url: string; readonly isBlocked: boolean };

export type FailedOrder = { readonly order: Order; readonly text: string; readonly canRetry: boolean };

/** Call `buy` and `retry` from a click: only then may a tab be opened. */
export const useBuying = () => {
  const [create, { isLoading }] = useCreateInvoiceMutation();
  const [opened, setOpened] = useState<OpenedPayment | null>(null);
  const [failed, setFailed] = useState<FailedOrder | null>(null);

  const send = async (order: Order) => {
    const tab = openPaymentTab();
    setFailed(null);
    setOpened(null);
    const { data, error } = await create(order);
    if (data && isWebAddress(data.payment_url))
      return setOpened({
        id: data.payment_id,
        url: data.payment_url,
        isBlocked: !tab.show(data.payment_url),
      });
    tab.close();
    setFailed({ order, text: invoiceProblem(error), canRetry: isWorthRetrying(error) });
  };

  return {
    isLoading,
    opened,
    failed,
    buy: (usd: number) =>
      send({ amount_usd: usd, credits_amount: usd * VUT_PER_USD, intent: crypto.randomUUID() }),
    /** The same order again: however often it arrives, it is one. */
    retry: () => failed && send(failed.order),
    dismiss: () => setFailed(null),
  };
};
