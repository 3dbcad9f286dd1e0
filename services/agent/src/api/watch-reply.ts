// Streams a reply that is being written, from its beginning.
import { messageOf, refuse } from '@tradeium/contracts';
import { type Handler, userStreamHandler } from '@tradeium/service-kit';
import type { Dependencies } from './dependencies.ts';

export const watchReply = (_: Dependencies): Handler =>
  userStreamHandler(messageOf('watchReply'), async () => refuse('REPLY_NOT_FOUND'));
