// Frees the place of a deployment that stopped or ended, and ends the one that a newer deployment replaces.
import type { DeploymentEvent, Refusal, TraderEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { type EndReason, endEach } from '../commands/end-deployments.ts';
import { closePlaceOf, type DeploymentStores } from '../commands/places.ts';

/** Handles the events of a deployment. */
export const freePlace =
  (stores: DeploymentStores) =>
  async ({ event, meta, sequence }: StoredEvent<DeploymentEvent>): Promise<Refusal | undefined> => {
    const { userId, deploymentId } = event.data;
    const commandId = `freed:${deploymentId}:${sequence}`;
    return closePlaceOf(stores, { userId, deploymentId }, { commandId, ...idsCausedBy(meta) });
  };

/** The deployments that an event of their trader leaves behind, and why they end. */
const leftBehind = ({ type, data }: TraderEvent): readonly [readonly string[], EndReason] | null => {
  if (type === 'TraderErased') return [data.deploymentIds, 'account-deleted'];
  return type === 'DeploymentOpened' && data.replaces !== null ? [[data.replaces], 'replaced'] : null;
};

/** Handles the events of a trader. */
export const endLeftBehind =
  (stores: DeploymentStores) =>
  async ({ event, meta }: StoredEvent<TraderEvent>): Promise<Refusal | undefined> => {
    const left = leftBehind(event);
    if (!left) return undefined;
    const [deploymentIds, reason] = left;
    return endEach(stores, { userId: event.data.userId, deploymentIds }, reason, idsCausedBy(meta));
  };
