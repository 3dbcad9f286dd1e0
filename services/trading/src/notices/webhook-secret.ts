// The secrets of webhooks, made from the key of their user: nothing is stored, and they end with the account.
import { idFrom } from '@tradeium/event-store';
import type { DataKey } from '@tradeium/service-kit';

export const webhookSecret = (key: Pick<DataKey, 'digest'>, secretId: string): string =>
  `whsec_${key.digest(`webhook-secret:${secretId}`)}`;

/** The same request names the same secret. */
export const secretIdOf = (userId: string, commandId: string): string =>
  idFrom('webhook-secret', userId, commandId);
