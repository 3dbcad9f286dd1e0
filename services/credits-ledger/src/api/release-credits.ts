// Releases credits held for work that failed.
import { MESSAGES } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { changeAccount } from '../commands/change-account.ts';
import type { Dependencies } from './dependencies.ts';

export const releaseCredits = ({ accounts }: Pick<Dependencies, 'accounts'>): Handler =>
  handler(MESSAGES.releaseCredits, (input, request) =>
    changeAccount(accounts, { type: 'ReleaseCredits', ...input }, request),
  );
