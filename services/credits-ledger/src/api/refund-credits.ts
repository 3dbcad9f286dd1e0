// Gives back credits that were used, wholly or in part.
import { MESSAGES } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { changeAccount } from './change-account.ts';
import type { Dependencies } from './dependencies.ts';

export const refundCredits = (dependencies: Pick<Dependencies, 'accounts'>): Handler =>
  handler(MESSAGES.refundCredits, (input, request) =>
    changeAccount(dependencies, { type: 'RefundCredits', ...input }, request),
  );
