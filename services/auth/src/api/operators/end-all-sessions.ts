// Ends every session and revokes every access token of an account.
import { MESSAGES } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import type { Dependencies } from '../dependencies.ts';
import { changeAccount } from './change-account.ts';

export const endAllSessions = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.endAllSessions, ({ userId }, request) =>
    changeAccount(dependencies, userId, { type: 'EndAllSessions' }, request),
  );
