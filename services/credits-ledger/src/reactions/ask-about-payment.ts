// Asks the payment provider about a transfer that a notice told of; only what it answers counts.
import type { PaymentEvent, Refusal } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { Log } from '@tradeium/service-kit';
import { transferOf } from '../domain/payment.ts';
import { type Payments, type Reconciliation, reconcileTransfer } from '../payments/reconcile-transfer.ts';

/** After the provider did not answer, nobody waits for it for so long. */
const REST_MS = 15_000;
/** When a transfer is asked about again whose notice the provider has not confirmed; then it is reconciliation's. */
const PAUSES_MS = [1_000, 5_000, 20_000, 60_000];
/** More is left to reconciliation at once. */
const WAITING_MAX = 500;

type Question = Parameters<typeof reconcileTransfer>[1];

export type AskingAboutPayments = {
  handle(stored: StoredEvent<PaymentEvent>): Promise<Refusal | undefined>;
  stop(): void;
};

/**
 * Handles the notices one after the other. One that an answer has already covered costs nothing, and none waits long
 * for another: what the provider did not answer, or not yet as it told, is asked beside the others, later and again.
 */
export const askAboutPayment = (
  dependencies: Reconciliation & { payments: Payments; log: Log },
): AskingAboutPayments => {
  const { payments, log } = dependencies;
  const timers = new Set<NodeJS.Timeout>();
  let restsUntilMs = 0;

  const isUnconfirmed = async ({ paymentId, providerPaymentId }: Question): Promise<boolean> => {
    const { state } = await payments.load(paymentId);
    return (transferOf(state, providerPaymentId)?.noticed.length ?? 0) > 0;
  };
  const askOnce = async (question: Question): Promise<Refusal | undefined> => {
    if (performance.now() < restsUntilMs) return;
    try {
      return await reconcileTransfer(dependencies, question);
    } catch (err) {
      restsUntilMs = performance.now() + REST_MS;
      const { paymentId, providerPaymentId } = question;
      log.warn({ err, paymentId, providerPaymentId }, 'the payment provider could not be asked, later again');
    }
  };
  const askUntilConfirmed = async (question: Question, attempt: number): Promise<Refusal | undefined> => {
    const refusal = await askOnce(question);
    const pauseMs = PAUSES_MS[attempt];
    if (refusal || pauseMs === undefined || timers.size >= WAITING_MAX) return refusal;
    if (await isUnconfirmed(question)) askLater(question, attempt + 1, pauseMs);
  };
  const askLater = (question: Question, attempt: number, pauseMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      askUntilConfirmed(question, attempt).catch((err: unknown) =>
        log.warn({ err, paymentId: question.paymentId }, 'a payment could not be asked about again'),
      );
    }, pauseMs);
    timers.add(timer);
  };

  return {
    handle: async ({ event, meta }) => {
      if (event.type !== 'PaymentNoticed') return;
      const { paymentId, providerPaymentId, status } = event.data;
      const { state } = await payments.load(paymentId);
      if (!transferOf(state, providerPaymentId)?.noticed.includes(status)) return;
      return askUntilConfirmed({ paymentId, providerPaymentId, causedBy: meta }, 0);
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
