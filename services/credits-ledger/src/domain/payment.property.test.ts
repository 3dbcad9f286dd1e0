// With notices and answers in any order and repeated: settled at most once, and no status goes backwards.
import {
  fromVut,
  isRefusal,
  mayBecome,
  PAYMENT_STATUSES,
  type PaymentEvent,
  type PaymentStatus,
} from '@tradeium/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decidePayment, type PaymentCommand } from './payment.ts';
import { evolvePayment, type Payment, statusOf, unknownPayment } from './payment-state.ts';

const paymentId = 'order';
const NOW = '2026-01-01T00:00:00.000Z';
const order: PaymentCommand = {
  type: 'RequestInvoice',
  paymentId,
  accountId: 'ada',
  amountUsdCents: 1_000,
  credits: fromVut(10_000),
};

const status = fc.constantFrom(...PAYMENT_STATUSES.filter((one) => one !== 'pending'));
const providerPaymentId = fc.constantFrom('1', '2', '3');
const coin = { payCurrency: 'btc', payAmount: '1', actuallyPaid: '1' };
const command: fc.Arbitrary<PaymentCommand> = fc.oneof(
  fc.record({
    type: fc.constant('NoticePayment' as const),
    paymentId: fc.constant(paymentId),
    providerPaymentId,
    status,
  }),
  fc.record({
    type: fc.constant('ApplyProviderAnswer' as const),
    paymentId: fc.constant(paymentId),
    answer: fc.record({
      providerPaymentId,
      status,
      orderId: fc.oneof({ weight: 9, arbitrary: fc.constant(paymentId) }, fc.constantFrom('another', null)),
      priceCurrency: fc.oneof({ weight: 9, arbitrary: fc.constant('usd') }, fc.constant('eur')),
      priceCents: fc.oneof({ weight: 9, arbitrary: fc.constant(1_000) }, fc.constantFrom(100, 10_000, null)),
      payCurrency: fc.constant(coin.payCurrency),
      payAmount: fc.constant(coin.payAmount),
      actuallyPaid: fc.constant(coin.actuallyPaid),
    }),
  }),
  fc.constant<PaymentCommand>({ type: 'ExpireInvoice', paymentId }),
  fc.constant<PaymentCommand>({ type: 'HoldSettledPayment', paymentId, reason: 'account-closed' }),
  fc.constant<PaymentCommand>(order),
);

const play = (
  commands: readonly PaymentCommand[],
  seen: (event: PaymentEvent, before: Payment) => void,
): Payment => {
  let payment = unknownPayment;
  for (const one of commands) {
    const decision = decidePayment(one, payment, NOW);
    if (isRefusal(decision)) throw new Error(`refused: ${decision.refused}`);
    for (const event of decision) {
      seen(event, payment);
      payment = evolvePayment(payment, event);
    }
  }
  return payment;
};

test('settled at most once, refunded only what was settled, and no transfer goes backwards', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const settled: string[] = [];
      const refunded: string[] = [];
      const statuses = new Map<string, PaymentStatus>();
      let last: PaymentStatus = 'pending';
      const payment = play([order, ...commands], (event, before) => {
        if (settled.length > 0) expect(['finished', 'refunded']).toContain(statusOf(before));
        if (last === 'refunded' && before.settledBy) expect(statusOf(before)).toBe('refunded');
        last = statusOf(before);
        if (event.type === 'PaymentSettled') settled.push(event.data.providerPaymentId);
        if (event.type === 'PaymentRefunded') refunded.push(event.data.providerPaymentId);
        if (event.type !== 'PaymentStatusChanged') return;
        const { providerPaymentId: id, from, to } = event.data;
        expect(from).toBe(statuses.get(id) ?? 'pending');
        expect(mayBecome(from, to)).toBe(true);
        statuses.set(id, to);
      });
      expect(settled.length).toBeLessThanOrEqual(1);
      expect(refunded.length).toBeLessThanOrEqual(settled.length);
      for (const id of refunded) expect(settled).toContain(id);
      if (settled.length === 1) expect(['finished', 'refunded']).toContain(statusOf(payment));
    }),
    { numRuns: 2_000 },
  );
});

test('repeated answers and notices change nothing, in any order', () => {
  const heard = fc.array(command, { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(heard, fc.array(fc.nat(), { maxLength: 60 }), (commands, picks) => {
      const first = play([order, ...commands], () => undefined);
      const again = picks.map((pick) => commands[pick % commands.length] as PaymentCommand);
      const replayed = play([order, ...commands, ...again], () => undefined);
      if (first.settledBy !== null) expect(replayed.settledBy).toBe(first.settledBy);
      for (const { id, status: before } of first.transfers) {
        const after = replayed.transfers.find((transfer) => transfer.id === id)?.status ?? 'pending';
        expect(after === before || mayBecome(before, after)).toBe(true);
      }
    }),
  );
});
