// Ends the trading of a deleted account: its deployments end, its keys, code and twins are removed.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import type { DeploymentStores } from '../deployments/find-deployment.ts';
import { endEverything } from '../deployments/places.ts';
import type { DeployedCode } from '../sealed/deployed-code.ts';
import type { KeyStore } from '../sealed/kept-keys.ts';
import type { TwinStore } from '../twin/kept-twin.ts';

type Deps = DeploymentStores & {
  readonly keyStore: KeyStore;
  readonly codeStore: Pick<DeployedCode, 'removeAll'>;
  readonly twinStore: Pick<TwinStore, 'removeAll'>;
};

/** Handles one event of an account; only UserDeleted matters. */
export const eraseTrader =
  (deps: Deps) =>
  async ({ event, meta }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'UserDeleted') return undefined;
    const { userId } = event.data;
    const cause = { commandId: `erase:${userId}`, ...idsCausedBy(meta) };
    const refusal = await endEverything(deps, userId, cause);
    if (refusal) return refusal;
    await Promise.all([
      deps.keyStore.removeAll(userId),
      deps.codeStore.removeAll(userId),
      deps.twinStore.removeAll(userId),
    ]);
    return undefined;
  };
