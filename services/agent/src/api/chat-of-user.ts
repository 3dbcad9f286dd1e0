// Asks backtest for the chat that a conversation is about; another user's chat counts as unknown.
import { isRefusal, MESSAGES, type Refusal } from '@tradeium/contracts';
import type { RequestClient, RequestContext } from '@tradeium/service-kit';
import type { z } from 'zod';

export type UsersChat = z.output<typeof MESSAGES.findChat.output>;

export const chatOfUser = async (
  { client }: { readonly client: RequestClient },
  which: z.input<typeof MESSAGES.findChat.input>,
  request: RequestContext,
): Promise<UsersChat | Refusal> => {
  const found = await client.request(MESSAGES.findChat, which, request);
  return isRefusal(found) ? found : found.output;
};
