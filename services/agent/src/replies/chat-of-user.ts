// Asks backtest for the chat that a conversation is about; another user's chat counts as unknown.
import { isRefusal, MESSAGES, type Refusal } from '@tradeium/contracts';
import type { RequestClient, RequestContext } from '@tradeium/service-kit';
import type { z } from 'zod';

export type UsersChat = z.output<typeof MESSAGES.findChat.output>;

type Which = ({ readonly chat_id: string } | { readonly conversation_id: string }) & {
  /** True if also those of its newest result are looked up. */
  readonly with_settings: boolean;
};

export const chatOfUser = async (
  { client }: { readonly client: RequestClient },
  which: Which,
  { after, ...request }: RequestContext,
): Promise<UsersChat | Refusal> => {
  // Only settings come from a read model, which has to catch up with what the caller has written.
  const context = which.with_settings && after ? { ...request, after } : request;
  const found = await client.request(MESSAGES.findChat, which, context);
  return isRefusal(found) ? found : found.output;
};
