// Pays, or does not pay, on the checkout page of the payment provider's stand-in, as a buyer's browser would.

/** A buyer's actions on a payment. */
export type CheckoutAction = 'pay' | 'pay-partly' | 'expire' | 'fail' | 'refund';

const TIMEOUT_MS = 10_000;

/** Presses a button of the checkout page at `paymentUrl`; throws when the page does not take it. */
export const checkout = async (paymentUrl: string, action: CheckoutAction): Promise<void> => {
  const { origin, searchParams } = new URL(paymentUrl);
  const response = await fetch(`${origin}/payment/${searchParams.get('iid')}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ action }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 303) throw new Error(`the checkout page answered ${response.status}`);
};
