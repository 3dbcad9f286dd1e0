// Ends the trading of a deleted account: its deployments end, its keys, code and twins are removed.
import { isRefusal, type Refusal, type UserEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { changeTrader, type Traders } from '../commands/change-trader.ts';
import type { DeployedCode } from '../sealed/deployed-code.ts';
import type { KeyStore } from '../sealed/kept-keys.ts';
import type { TwinStore } from '../twin/kept-twin.ts';

type Deps = {
  readonly traders: Traders;
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
    const command = { type: 'EraseTrader', userId } as const;
    const erased = await changeTrader(deps, userId, command, {
      commandId: `erase:${userId}`,
      ...idsCausedBy(meta),
    });
    if (isRefusal(erased)) return erased;
    await Promise.all([
      deps.keyStore.removeAll(userId),
      deps.codeStore.removeAll(userId),
      deps.twinStore.removeAll(userId),
    ]);
    return undefined;
  };
