// Finds the deployment of a chat by the events alone: MongoDB may be down.
import { type Refusal, refuse } from '@tradeium/contracts';
import type { DeploymentStores } from '../commands/places.ts';
import { type CreatedDeployment, isCreated } from '../domain/deployment-state.ts';
import { deploymentOfChat } from '../domain/trader.ts';

export const loadDeployment = async (
  { deployments }: Pick<DeploymentStores, 'deployments'>,
  userId: string,
  deploymentId: string,
): Promise<CreatedDeployment | Refusal> => {
  const { state } = await deployments.load(deploymentId);
  return isCreated(state) && state.created.userId === userId ? state : refuse('DEPLOYMENT_NOT_FOUND');
};

/** The newest deployment of a chat; another user's chat has none. */
export const deploymentOf = async (
  stores: DeploymentStores,
  userId: string,
  chatId: string,
): Promise<CreatedDeployment | Refusal> => {
  const { state: trader } = await stores.traders.load(userId);
  const deploymentId = deploymentOfChat(trader, chatId);
  return deploymentId === undefined
    ? refuse('DEPLOYMENT_NOT_FOUND')
    : loadDeployment(stores, userId, deploymentId);
};
