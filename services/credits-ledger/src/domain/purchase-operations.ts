// The operations of a purchase on its buyer's account: their ids follow from the payment, so that each counts once.

const GRANT = 'payment:';
const REFUND = 'payment-refund:';

/** The grant of a purchase's credits. */
export const grantOfPurchase = (paymentId: string): string => `${GRANT}${paymentId}`;

/** The reversal of that grant because the money went back. */
export const refundOfPurchase = (paymentId: string): string => `${REFUND}${paymentId}`;

/** The payment whose credits this operation granted; null when it is not a purchase's. */
export const purchaseOfGrant = (operationId: string): string | null =>
  operationId.startsWith(GRANT) ? operationId.slice(GRANT.length) : null;
