// Asks if the credits of a rebalance could be held now: for previews, and when it begins.
import { isRefusal, messageOf, type Refusal, refuse } from '@tradeium/contracts';
import type { RequestContext } from '@tradeium/service-kit';
import type { CreatedDeployment } from '../../domain/deployment-state.ts';
import { vutPriceOf } from '../../domain/rebalance-price.ts';
import type { Dependencies } from '../dependencies.ts';

/** Null: they could. Credits that cannot be read hold up nothing here. */
export const creditShortage = async (
  { client }: Dependencies,
  { created }: CreatedDeployment,
  { after: _, ...request }: RequestContext,
): Promise<Refusal | null> => {
  const price = vutPriceOf(created);
  if (price === 0) return null;
  const balance = await client.request(messageOf('getBalance'), {}, request);
  if (isRefusal(balance)) return null;
  const { vut_owed: owed, vut_remaining: available } = balance.output.subscription;
  if (owed > 0) return refuse('CREDITS_OWED', { owed });
  return available < price ? refuse('INSUFFICIENT_CREDITS') : null;
};
