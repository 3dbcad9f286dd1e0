// Refunds used credits, in full or in part.
import { MESSAGES } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { changeAccount } from '../commands/change-account.ts';
import type { Dependencies } from './dependencies.ts';

export const refundCredits = ({ accounts }: Pick<Dependencies, 'accounts'>): Handler =>
  handler(MESSAGES.refundCredits, (input, request) =>
    changeAccount(accounts, { type: 'RefundCredits', ...input }, request),
  );
