// Ends deployments: those that are replaced, those of a deleted chat, and all of a deleted account.
import { isRefusal, type Refusal } from '@tradeium/contracts';
import type { CommandIds } from '@tradeium/event-store';
import { deploymentOfChat, knownDeployments, type Trader } from '../domain/trader.ts';
import { closePlace, type DeploymentStores } from './places.ts';

type Ids = { readonly userId: string; readonly deploymentId: string };
type Cause = Omit<CommandIds, 'userId'>;

const REPLACED = 'replaced';
export type EndReason = typeof REPLACED | 'account-deleted' | 'chat-deleted';

const end = async (
  stores: DeploymentStores,
  ids: Ids,
  reason: EndReason,
  cause: Omit<Cause, 'commandId'>,
): Promise<Refusal | undefined> => {
  const command = { type: 'EndDeployment', ...ids, reason } as const;
  const commandId = `${reason}:${ids.deploymentId}`;
  const ended = await stores.deployments.change(ids.deploymentId, command, { ...cause, commandId });
  if (!isRefusal(ended)) return closePlace(stores, ids, ended.state, { ...cause, commandId });
  return ended.refused === 'DEPLOYMENT_NOT_FOUND' ? undefined : ended;
};

/** Ends deployments one after the other; the first refusal ends that. */
export const endEach = async (
  stores: DeploymentStores,
  { userId, deploymentIds }: { readonly userId: string; readonly deploymentIds: readonly string[] },
  reason: EndReason,
  cause: Omit<Cause, 'commandId'>,
): Promise<Refusal | undefined> => {
  for (const deploymentId of deploymentIds) {
    const refusal = await end(stores, { userId, deploymentId }, reason, cause);
    if (refusal) return refusal;
  }
  return undefined;
};

/** The newest deployment of a chat that is deleted, if it has one. */
export const endDeploymentOfChat = async (
  stores: DeploymentStores,
  { userId, chatId }: { readonly userId: string; readonly chatId: string },
  cause: Omit<Cause, 'commandId'>,
): Promise<Refusal | undefined> => {
  const { state: trader } = await stores.traders.load(userId);
  const deploymentId = deploymentOfChat(trader, chatId);
  if (deploymentId === undefined) return undefined;
  return endEach(stores, { userId, deploymentIds: [deploymentId] }, 'chat-deleted', cause);
};

/** Ends what newer deployments have taken the place of: those begin to trade only after that. */
export const endReplaced = (
  stores: DeploymentStores,
  userId: string,
  { replaced }: Trader,
  cause: Omit<Cause, 'commandId'>,
): Promise<Refusal | undefined> => endEach(stores, { userId, deploymentIds: replaced }, REPLACED, cause);

/** Ends every deployment, and only then the trader: after that no order is sent. */
export const endEverything = async (
  stores: DeploymentStores,
  userId: string,
  cause: Cause,
): Promise<Refusal | undefined> => {
  for (;;) {
    const { state: trader } = await stores.traders.load(userId);
    const known = knownDeployments(trader);
    const refusal = await endEach(stores, { userId, deploymentIds: known }, 'account-deleted', cause);
    if (refusal) return refusal;
    const asked = { type: 'EraseTrader', userId } as const;
    const erased = await stores.traders.change(
      userId,
      { ...asked, ended: known },
      { ...cause, input: asked },
    );
    if (!isRefusal(erased)) return undefined;
    // One was opened meanwhile.
    if (erased.refused !== 'CONCURRENT_CHANGE') return erased;
  }
};
