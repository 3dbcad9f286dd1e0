// Connects exchange keys once they were compared with those in use: while these trade, keys of another account are refused.
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import type { ChangeOf, CommandIds } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';
import type { DeploymentStores } from '../commands/places.ts';
import { decideTrader, keysOf, type Trader, type TraderCommand } from '../domain/trader.ts';
import type { Accounts } from '../rebalances/exchange-accounts.ts';
import type { KeptKeys } from '../sealed/kept-keys.ts';
import { liveAccountUse } from './live-account-use.ts';
import { probedKeys } from './probed-keys.ts';

type Connecting = DeploymentStores & Pick<Accounts, 'keyStore' | 'openAccount'>;
type Cause = Omit<CommandIds, 'userId' | 'commandId'>;
type ConnectKeys = Extract<TraderCommand, { type: 'ConnectKeys' }>;
type Account = NonNullable<ConnectKeys['account']>['is'];

/** By the exchange's number of the account; of keys that were stored without it, it is asked now. */
const comparedAccount = async (
  stores: Pick<Connecting, 'openAccount'>,
  exchange: string,
  stored: KeptKeys | null,
  accountId: string | null,
): Promise<Account> => {
  if (accountId === null || stored === null) return 'unknown';
  const asked = stored.accountId === null ? await probedKeys(stores, exchange, stored) : stored;
  if (isRefusal(asked) || asked.accountId === null) return 'unknown';
  return asked.accountId === accountId ? 'same' : 'another';
};

export type OfferedKeys = {
  readonly data: ConnectKeys['data'];
  readonly kept: KeptKeys;
  /** The user's word about keys that the exchange says nothing about. */
  readonly isSaidSame: boolean;
};

/** The current keys that the offered ones were compared with, and the result. */
const accountOf = async (
  stores: Connecting,
  trader: Trader,
  { data: { userId, exchange }, kept, isSaidSame }: OfferedKeys,
): Promise<ConnectKeys['account']> => {
  const keyId = keysOf(trader, exchange)?.keyId;
  if (keyId === undefined) return null;
  const stored = await stores.keyStore.find(userId, { exchange, keyId });
  const found = await comparedAccount(stores, exchange, stored, kept.accountId);
  return { is: found === 'unknown' && isSaidSame ? 'same' : found, keyId };
};

/** Stored under their own id, and used by nobody until the trader has taken them; removed if it refuses them. */
const store = async (
  stores: Connecting,
  { data, kept }: OfferedKeys,
  command: ConnectKeys,
  cause: Cause,
): Promise<ChangeOf<Stores['traders']> | Refusal> => {
  const { userId, exchange, keyId } = data;
  await stores.keyStore.put(userId, { exchange, keyId }, kept);
  const changed = await stores.traders.change(userId, command, { ...cause, commandId: keyId, input: data });
  // Without an answer they may have been taken.
  if (isRefusal(changed) && changed.refused !== 'SERVICE_UNAVAILABLE')
    await stores.keyStore.remove(userId, { exchange, keyId });
  return changed;
};

const COMPARED_AT_MOST = 5;

/** Compared again when others were connected meanwhile. */
export const connectKeys = async (
  stores: Connecting,
  offered: OfferedKeys,
  cause: Cause,
): Promise<ChangeOf<Stores['traders']> | Refusal> => {
  const { data } = offered;
  for (let compared = 0; compared < COMPARED_AT_MOST; compared += 1) {
    const { state: trader } = await stores.traders.load(data.userId);
    const { isRebalancing, unsettled } = await liveAccountUse(stores, trader, data.exchange);
    const account = await accountOf(stores, trader, offered);
    const command = { type: 'ConnectKeys', data, account, unsettled } as const;
    const decided = decideTrader(command, trader);
    if (isRefusal(decided)) return decided;
    if (isRebalancing) return refuse('REBALANCE_IN_PROGRESS');
    const changed = await store(stores, offered, command, cause);
    if (!isRefusal(changed) || changed.refused !== 'CONCURRENT_CHANGE') return changed;
  }
  return refuse('CONCURRENT_CHANGE');
};
