// What would hold up a rebalance or a sell as a whole, before its plan counts: asked for previews, decided again when it begins.
import { isRefusal, messageOf, REBALANCE_VUT, type Refusal, refuse } from '@tradeium/contracts';
import type { RequestContext } from '@tradeium/service-kit';
import type { CreatedDeployment } from '../domain/deployment-state.ts';
import type { Dependencies } from './dependencies.ts';

/** Play money costs nothing. */
export const vutCostOf = ({ created }: CreatedDeployment): number =>
  created.mode === 'paper' ? 0 : REBALANCE_VUT;

/** Credits that cannot be read hold up nothing here: they are reserved when it begins. */
const shortOfCredits = async (
  { client }: Dependencies,
  { after: _, ...request }: RequestContext,
  vutCost: number,
): Promise<Refusal | null> => {
  if (vutCost === 0) return null;
  const balance = await client.request(messageOf('getBalance'), {}, request);
  if (isRefusal(balance)) return null;
  return balance.output.subscription.vut_remaining < vutCost ? refuse('INSUFFICIENT_CREDITS') : null;
};

export const heldUpAtOnce = async (
  dependencies: Dependencies,
  deployment: CreatedDeployment,
  request: RequestContext,
): Promise<Refusal | null> =>
  dependencies.config.TRADING_HALTED
    ? refuse('TRADING_HALTED')
    : shortOfCredits(dependencies, request, vutCostOf(deployment));
