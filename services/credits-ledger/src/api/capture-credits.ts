// Charges what work under way has used; the rest of its reservation is available again.
import { MESSAGES } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { changeAccount } from './change-account.ts';
import type { Dependencies } from './dependencies.ts';

export const captureCredits = (dependencies: Pick<Dependencies, 'accounts'>): Handler =>
  handler(MESSAGES.captureCredits, (input, request) =>
    changeAccount(dependencies, { type: 'CaptureCredits', ...input }, request),
  );
