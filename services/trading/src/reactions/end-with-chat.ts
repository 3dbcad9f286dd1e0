// Ends the deployments of deleted chats: they can't be resumed, and one that was deployed at that very moment trades no more.
import type { Refusal, WorkspaceEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import type { DeploymentStores } from '../deployments/find-deployment.ts';
import { endEach } from '../deployments/places.ts';
import { deploymentOfChat } from '../domain/trader.ts';

/** Handles one event of a workspace. */
export const endWithChat =
  (stores: DeploymentStores) =>
  async ({ event, meta }: StoredEvent<WorkspaceEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'ChatDeleted') return undefined;
    const { userId, chatId } = event.data;
    const { state: trader } = await stores.traders.load(userId);
    const deploymentId = deploymentOfChat(trader, chatId);
    if (deploymentId === undefined) return undefined;
    return endEach(stores, { userId, deploymentIds: [deploymentId] }, 'chat-deleted', idsCausedBy(meta));
  };
