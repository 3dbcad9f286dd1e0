// Turns off the second factor of a user who has lost it.
import { MESSAGES } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import type { Dependencies } from '../dependencies.ts';
import { changeAccount } from './change-account.ts';

export const dropSecondFactor = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.dropSecondFactor, ({ userId }, request) =>
    changeAccount(dependencies, userId, { type: 'ResetSecondFactor' }, request),
  );
