// Stops a reply that is being written.
import { messageOf, refuse } from '@tradeium/contracts';
import { type Handler, userHandler } from '@tradeium/service-kit';
import type { Dependencies } from './dependencies.ts';

export const stopReply = (_: Dependencies): Handler =>
  userHandler(messageOf('stopReply'), async () => refuse('REPLY_NOT_FOUND'));
