// Executes a command on a payment.
import type { PaymentEvent } from '@tradeium/contracts';
import type { Aggregates, CommandIds, Outcome } from '@tradeium/event-store';
import { decidePayment, type Payment, type PaymentCommand } from '../domain/payment.ts';

export type Payments = Aggregates<Payment, PaymentEvent>;

/** Decides and appends. With `input` in the ids, the same command id with other input is refused. */
export const changePayment = (
  payments: Pick<Payments, 'execute'>,
  command: PaymentCommand,
  ids: CommandIds & { readonly input?: unknown },
): Promise<Outcome<Payment, PaymentEvent>> =>
  payments.execute(command.paymentId, ids, (payment, now) => decidePayment(command, payment, now));
