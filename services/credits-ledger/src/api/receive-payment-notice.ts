// Takes a notice of the payment provider: notes that it is to be asked, and answers before it is.
import { MESSAGES, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { decidePayment } from '../domain/payment.ts';
import { isSignedNotice } from '../payments/notice-signature.ts';
import { readNotice } from '../payments/payment-notice.ts';
import type { Dependencies } from './dependencies.ts';

/** How our order ids look; an id of another shape names no aggregate. */
const ORDER_ID = /^[A-Za-z0-9_-]{22}$/;

const received = { received: true } as const;

export const receivePaymentNotice = ({
  payments,
  noticeSecret,
  log,
}: Pick<Dependencies, 'payments' | 'noticeSecret' | 'log'>): Handler =>
  handler(MESSAGES.receivePaymentNotice, async ({ body, signature }, { correlationId }) => {
    if (!isSignedNotice(body, signature, noticeSecret)) {
      log.warn({ correlationId }, 'a payment notice without a right signature was refused');
      return refuse('PAYMENT_SIGNATURE_INVALID');
    }
    const notice = readNotice(body);
    if (notice === null) return refuse('PAYMENT_NOTICE_INVALID');
    const { orderId: paymentId, providerPaymentId, status } = notice;
    if (!ORDER_ID.test(paymentId)) return refuse('PAYMENT_NOT_FOUND');
    if (status === null) {
      log.warn({ paymentId, providerPaymentId }, 'a payment notice tells a status that is not known');
      return answer(received);
    }
    const command = { type: 'NoticePayment', paymentId, providerPaymentId, status } as const;
    const commandId = `notice:${providerPaymentId}:${status}`;
    const outcome = await payments.execute(paymentId, { commandId, correlationId }, (payment, now) =>
      decidePayment(command, payment, now),
    );
    if (!outcome.ok) return outcome.refusal;
    return answer(received, { context: 'credits', sequence: outcome.sequence });
  });
