// Takes a grant back; what of it is held or used becomes a debt.
import { MESSAGES } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { changeAccount } from '../commands/change-account.ts';
import type { Dependencies } from './dependencies.ts';

export const reverseGrant = ({ accounts }: Pick<Dependencies, 'accounts'>): Handler =>
  handler(MESSAGES.reverseGrant, (input, request) =>
    changeAccount(accounts, { type: 'ReverseGrant', ...input }, request),
  );
