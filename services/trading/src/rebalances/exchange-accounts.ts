// Opens the exchange account that a deployment trades: the user's own, or its play account.
import { isRefusal, type Refusal, refuse, type TradingMode } from '@tradeium/contracts';
import {
  type ExchangeAccount,
  ExchangeRefused,
  ExchangeRefusedKeys,
  ExchangeUnavailable,
} from '../exchange/exchange-account.ts';
import type { KeptKeys } from '../sealed/kept-keys.ts';
import { type ConnectedKeys, connectedKeys } from './connected-keys.ts';

/** Opens an account by its keys; the address follows from the mode. */
export type OpenAccount = (which: {
  readonly mode: TradingMode;
  readonly exchange: string;
  readonly keys: Pick<KeptKeys, 'apiKey' | 'apiSecret' | 'isTestnet'>;
}) => ExchangeAccount | Promise<ExchangeAccount>;

/** The facts that say which account a deployment trades. */
export type AccountOwner = {
  readonly userId: string;
  readonly deploymentId: string;
  readonly mode: TradingMode;
  readonly exchange: string;
  readonly isTestnet: boolean;
};

export type Accounts = ConnectedKeys & { readonly openAccount: OpenAccount };

const keysFor = (
  accounts: ConnectedKeys,
  { userId, mode, exchange, deploymentId }: AccountOwner,
): Promise<KeptKeys | null> =>
  mode === 'live'
    ? connectedKeys(accounts, userId, exchange)
    : accounts.keyStore.find(userId, { playAccount: deploymentId });

/** Testnet keys never stand in for real ones, nor real ones for testnet keys. */
export const accountOf = async (
  { openAccount, ...stores }: Accounts,
  owner: AccountOwner,
): Promise<ExchangeAccount | Refusal> => {
  const keys = await keysFor(stores, owner);
  if (!keys || (owner.mode === 'live' && keys.isTestnet !== owner.isTestnet))
    return refuse('API_KEYS_REQUIRED');
  return openAccount({ mode: owner.mode, exchange: owner.exchange, keys });
};

/** The prices where a deployment trades: they need no keys. */
export const pricesAt = async (
  { openAccount }: Pick<Accounts, 'openAccount'>,
  { mode, exchange, isTestnet }: Pick<AccountOwner, 'mode' | 'exchange' | 'isTestnet'>,
  coins: readonly string[],
): Promise<Readonly<Record<string, string>>> => {
  const market = await openAccount({ mode, exchange, keys: { apiKey: '', apiSecret: '', isTestnet } });
  return market.prices(coins);
};

/** The refusal for what an exchange throws; anything else is thrown on. */
export const refusalOfExchange = (cause: unknown): Refusal => {
  if (cause instanceof ExchangeRefusedKeys) return refuse('API_KEYS_WRONG');
  if (cause instanceof ExchangeRefused) return refuse('EXCHANGE_REFUSED', { cause: cause.message });
  if (cause instanceof ExchangeUnavailable) return refuse('EXCHANGE_UNAVAILABLE');
  throw cause;
};

/** Works with an account; what the exchange refuses becomes a refusal. */
export const withAccount = async <Result>(
  accounts: Accounts,
  owner: AccountOwner,
  work: (account: ExchangeAccount) => Promise<Result>,
): Promise<Result | Refusal> => {
  try {
    const account = await accountOf(accounts, owner);
    return isRefusal(account) ? account : await work(account);
  } catch (cause) {
    return refusalOfExchange(cause);
  }
};
