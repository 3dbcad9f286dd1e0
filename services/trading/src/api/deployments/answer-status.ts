// Answers with the status of a deployment after a command.
import { type DeploymentStatus, isRefusal, type Refusal } from '@tradeium/contracts';
import type { ChangeOf } from '@tradeium/event-store';
import { type Answer, answer } from '@tradeium/service-kit';
import type { Stores } from '../../aggregates.ts';
import { statusView } from '../../deployments/views.ts';
import { type CreatedDeployment, isCreated } from '../../domain/deployment-state.ts';
import { type ConnectedKeys, connectedKeys } from '../../rebalances/connected-keys.ts';
import { prefixOf } from '../../sealed/kept-keys.ts';

type Viewing = ConnectedKeys & { readonly now: () => Date };

export const statusOf = async (
  { now, ...stores }: Viewing,
  deployment: CreatedDeployment,
): Promise<DeploymentStatus> => {
  const { userId, exchange, mode } = deployment.created;
  const keys = mode === 'live' ? await connectedKeys(stores, userId, exchange) : null;
  return statusView(deployment, { apiKeyPrefix: keys && prefixOf(keys), now: now() });
};

export const answerStatus = async (
  viewing: Viewing,
  changed: ChangeOf<Stores['deployments']> | Refusal,
): Promise<Answer<DeploymentStatus> | Refusal> => {
  if (isRefusal(changed)) return changed;
  if (!isCreated(changed.state)) throw new Error('a deployment without its beginning was changed');
  return answer(await statusOf(viewing, changed.state), changed.written);
};
