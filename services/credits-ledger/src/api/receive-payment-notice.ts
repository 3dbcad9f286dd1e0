// Accepts a payment notice: records it and answers at once; asking the provider comes later.
import { isRefusal, MESSAGES, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { isSignedNotice } from '../provider/notice-signature.ts';
import { readNotice } from '../provider/payment-notice.ts';
import type { Dependencies } from './dependencies.ts';

/** The shape of our order ids; any other id names no aggregate. */
const ORDER_ID = /^[A-Za-z0-9_-]{22}$/;

const received = { received: true } as const;

export const receivePaymentNotice = ({
  payments,
  noticeSecret,
  log,
}: Pick<Dependencies, 'payments' | 'noticeSecret' | 'log'>): Handler =>
  handler(MESSAGES.receivePaymentNotice, async ({ body, signature }, { correlationId }) => {
    if (!isSignedNotice(body, signature, noticeSecret)) {
      log.warn({ correlationId }, 'a payment notice with a wrong signature was refused');
      return refuse('PAYMENT_SIGNATURE_INVALID');
    }
    const notice = readNotice(body);
    if (notice === null) return refuse('PAYMENT_NOTICE_INVALID');
    const { orderId: paymentId, providerPaymentId, status } = notice;
    if (!ORDER_ID.test(paymentId)) return refuse('PAYMENT_NOT_FOUND');
    if (status === null) {
      log.warn({ paymentId, providerPaymentId }, 'a payment notice has an unknown status');
      return answer(received);
    }
    const command = { type: 'NoticePayment', paymentId, providerPaymentId, status } as const;
    const commandId = `notice:${providerPaymentId}:${status}`;
    const change = await payments.change(paymentId, command, { commandId, correlationId });
    return isRefusal(change) ? change : answer(received, change.written);
  });
