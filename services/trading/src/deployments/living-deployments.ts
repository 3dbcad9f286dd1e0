// The deployments of a user that have not ended, by the events alone.
import type { DeploymentStores } from '../commands/places.ts';
import { type CreatedDeployment, isCreated } from '../domain/deployment-state.ts';
import { loadDeployment } from './find-deployment.ts';

/** Newest first. */
export const livingDeployments = async (
  stores: DeploymentStores,
  userId: string,
): Promise<CreatedDeployment[]> => {
  const { state: trader } = await stores.traders.load(userId);
  const ids = Object.keys(trader.deployments).reverse();
  const loaded = await Promise.all(ids.map((id) => loadDeployment(stores, userId, id)));
  return loaded.filter(
    (each): each is CreatedDeployment => !('refused' in each) && isCreated(each) && each.status !== 'ended',
  );
};
