// Reads a payment notice: which order, which transfer, and its status.
import { PAYMENT_STATUSES } from '@tradeium/contracts';
import { z } from 'zod';
import { parseExactly } from './exact-json.ts';

/** The provider's id of a transfer: digits today, anything harmless tomorrow. */
export const providerPaymentId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** The provider's statuses; it never says pending. */
export const providerStatus = z.enum(PAYMENT_STATUSES).exclude(['pending']);

const notice = z.object({
  order_id: z.string().max(200),
  payment_id: providerPaymentId,
  payment_status: z.string().max(64),
});

export type PaymentNotice = {
  readonly orderId: string;
  readonly providerPaymentId: string;
  /** Null for an unknown status, which needs no action. */
  readonly status: z.infer<typeof providerStatus> | null;
};

/** The notice in a body with a verified signature; null when it is not a notice. */
export const readNotice = (body: string): PaymentNotice | null => {
  const parsed = notice.safeParse(parseExactly(body));
  if (!parsed.success) return null;
  const { order_id: orderId, payment_id: id, payment_status } = parsed.data;
  return { orderId, providerPaymentId: id, status: providerStatus.safeParse(payment_status).data ?? null };
};
