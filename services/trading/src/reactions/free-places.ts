// Frees the place of a deployment that stopped or ended, and ends the one that a newer deployment replaces.
import type { DeploymentEvent, Refusal, TraderEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import type { DeploymentStores } from '../deployments/find-deployment.ts';
import { closePlace, endEach } from '../deployments/places.ts';

/** Handles the events of a deployment. */
export const freePlace =
  (stores: DeploymentStores) =>
  async ({ event, meta, sequence }: StoredEvent<DeploymentEvent>): Promise<Refusal | undefined> => {
    const { userId, deploymentId } = event.data;
    const { state } = await stores.deployments.load(deploymentId);
    const commandId = `closed:${deploymentId}:${sequence}`;
    return closePlace(stores, { userId, deploymentId }, state, { commandId, ...idsCausedBy(meta) });
  };

/** Handles the events of a trader. */
export const endLeftBehind =
  (stores: DeploymentStores) =>
  async ({ event, meta }: StoredEvent<TraderEvent>): Promise<Refusal | undefined> => {
    const { userId } = event.data;
    const cause = idsCausedBy(meta);
    if (event.type === 'TraderErased')
      return endEach(stores, { userId, deploymentIds: event.data.deploymentIds }, 'account-deleted', cause);
    if (event.type !== 'DeploymentOpened' || event.data.replaces === null) return undefined;
    return endEach(stores, { userId, deploymentIds: [event.data.replaces] }, 'replaced', cause);
  };
