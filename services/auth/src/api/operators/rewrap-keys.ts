// Wraps all data keys with the newest master key, for an operator on the bus; no route leads here.
import { MESSAGES } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import type { Dependencies } from '../dependencies.ts';

export const rewrapKeys = ({ userKeys }: Pick<Dependencies, 'userKeys'>): Handler =>
  handler(MESSAGES.rewrapKeys, async () => answer({ rewrapped: await userKeys.rewrap() }));
