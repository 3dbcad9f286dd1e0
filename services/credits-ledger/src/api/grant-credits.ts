// Adds credits to an account.
import { MESSAGES } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { changeAccount } from '../commands/change-account.ts';
import type { Dependencies } from './dependencies.ts';

export const grantCredits = ({ accounts }: Pick<Dependencies, 'accounts'>): Handler =>
  handler(MESSAGES.grantCredits, (input, request) =>
    changeAccount(accounts, { type: 'GrantCredits', ...input }, request),
  );
