// Checks a transfer that a notice named with the payment provider.
import type { PaymentEvent, Refusal } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { type Asking, askAboutPayment } from '../commands/ask-about-payment.ts';

export const askAboutNotice =
  (dependencies: Asking) =>
  async ({ event, meta }: StoredEvent<PaymentEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'PaymentNoticed') return undefined;
    const { paymentId, providerPaymentId, status } = event.data;
    return askAboutPayment(dependencies, { paymentId, providerPaymentId }, status, idsCausedBy(meta));
  };
