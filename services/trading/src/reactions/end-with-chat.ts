// Ends the deployments of deleted chats: they can't be resumed, and one that was deployed at that very moment trades no more.
import type { Refusal, WorkspaceEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { endDeploymentOfChat } from '../commands/end-deployments.ts';
import type { DeploymentStores } from '../commands/places.ts';

/** Handles one event of a workspace. */
export const endWithChat =
  (stores: DeploymentStores) =>
  async ({ event, meta }: StoredEvent<WorkspaceEvent>): Promise<Refusal | undefined> =>
    event.type === 'ChatDeleted' ? endDeploymentOfChat(stores, event.data, idsCausedBy(meta)) : undefined;
