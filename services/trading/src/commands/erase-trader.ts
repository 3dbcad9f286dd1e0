// Erases the trading of a deleted account: its deployments end, and its keys, code and twins are removed.
import type { Refusal } from '@tradeium/contracts';
import type { CommandIds } from '@tradeium/event-store';
import { endEverything } from './end-deployments.ts';
import type { DeploymentStores } from './places.ts';

type Removable = { removeAll(userId: string): Promise<unknown> };

export type Erasing = DeploymentStores & {
  readonly keyStore: Removable;
  readonly codeStore: Removable;
  readonly twinStore: Removable;
};

/** Safe to repeat. The keys go last, when nothing trades with them. */
export const eraseTrader = async (
  { keyStore, codeStore, twinStore, ...stores }: Erasing,
  userId: string,
  cause: Omit<CommandIds, 'userId'>,
): Promise<Refusal | undefined> => {
  const refusal = await endEverything(stores, userId, cause);
  if (refusal) return refusal;
  await Promise.all([keyStore, codeStore, twinStore].map((store) => store.removeAll(userId)));
  return undefined;
};
