// Charges what work under way has used; the rest of its reservation is available again.
import { MESSAGES } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { changeAccount } from '../commands/change-account.ts';
import type { Dependencies } from './dependencies.ts';

export const captureCredits = ({ accounts }: Pick<Dependencies, 'accounts'>): Handler =>
  handler(MESSAGES.captureCredits, (input, request) =>
    changeAccount(accounts, { type: 'CaptureCredits', ...input }, request),
  );
