// Frees the place of a deployment that stopped or ended, and ends the one that a newer deployment replaces.
import { type DeploymentEvent, isRefusal, type Refusal, type TraderEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { changeDeployment, type Deployments } from '../commands/change-deployment.ts';
import { changeTrader, type Traders } from '../commands/change-trader.ts';

type Deps = { readonly traders: Traders; readonly deployments: Deployments };

/** Handles the events of a deployment. */
export const freePlace =
  (deps: Deps) =>
  async ({ event, meta, sequence }: StoredEvent<DeploymentEvent>): Promise<Refusal | undefined> => {
    const { userId, deploymentId } = event.data;
    const { state } = await deps.deployments.load(deploymentId);
    // Resumed meanwhile.
    if (state.status !== 'stopped' && state.status !== 'ended') return undefined;
    const command = { type: 'CloseDeployment', userId, deploymentId } as const;
    const commandId = `close:${deploymentId}:${sequence}`;
    const closed = await changeTrader(deps, userId, command, { commandId, ...idsCausedBy(meta) });
    // A deleted trader has no places.
    return isRefusal(closed) && closed.refused !== 'UNAUTHORIZED' ? closed : undefined;
  };

/** Handles the events of a trader. */
export const endReplaced =
  (deps: Deps) =>
  async ({ event, meta }: StoredEvent<TraderEvent>): Promise<Refusal | undefined> => {
    const ended =
      event.type === 'DeploymentOpened' && event.data.replaces !== null
        ? { ids: [event.data.replaces], reason: 'replaced' as const }
        : event.type === 'TraderErased'
          ? { ids: event.data.deploymentIds, reason: 'account-deleted' as const }
          : { ids: [], reason: 'replaced' as const };
    for (const deploymentId of ended.ids) {
      const ids = { userId: event.data.userId, deploymentId };
      const command = { type: 'EndDeployment', ...ids, reason: ended.reason } as const;
      const changed = await changeDeployment(deps, ids, command, {
        commandId: `end:${deploymentId}`,
        ...idsCausedBy(meta),
      });
      if (isRefusal(changed) && changed.refused !== 'DEPLOYMENT_NOT_FOUND') return changed;
    }
    return undefined;
  };
