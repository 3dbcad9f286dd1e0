// Why money that arrived is not credited, in plain words.
import type { PaymentEvent } from '@tradeium/contracts';

export type HeldReason = Extract<PaymentEvent, { type: 'PaymentHeld' }>['data']['reason'];

export const HELD_WORDS: Readonly<Record<HeldReason, string>> = {
  order: 'The transfer belongs to another order',
  currency: 'The order was priced in another currency',
  amount: 'The amount does not match the order',
  'second-transfer': 'Another transfer has paid this order already',
  'account-closed': 'The account was closed before the money came',
};
