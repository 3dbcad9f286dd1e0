// Adds credits to an account.
import { MESSAGES } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { changeAccount } from './change-account.ts';
import type { Dependencies } from './dependencies.ts';

export const grantCredits = (dependencies: Pick<Dependencies, 'accounts'>): Handler =>
  handler(MESSAGES.grantCredits, (input, request) =>
    changeAccount(dependencies, { type: 'GrantCredits', ...input }, request),
  );
