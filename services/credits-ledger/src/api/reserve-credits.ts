// Holds credits for work that is about to begin.
import { MESSAGES } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { changeAccount } from '../commands/change-account.ts';
import type { Dependencies } from './dependencies.ts';

export const reserveCredits = ({ accounts }: Pick<Dependencies, 'accounts'>): Handler =>
  handler(MESSAGES.reserveCredits, (input, request) =>
    changeAccount(accounts, { type: 'ReserveCredits', ...input }, request),
  );
