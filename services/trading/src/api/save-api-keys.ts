// Checks exchange keys at the exchange and stores them sealed; keys that may withdraw are refused.
import { randomUUID } from 'node:crypto';
import { isRefusal, messageOf, type Refusal, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { changeTrader } from '../commands/change-trader.ts';
import { decideTrader, hasLive, type TraderCommand } from '../domain/trader.ts';
import type { KeyProbe, KeyProblem } from '../exchange/exchange-account.ts';
import { liveExchanges } from '../exchange/live-exchanges.ts';
import { refusalOfExchange } from '../rebalances/exchange-accounts.ts';
import { type KeptKeys, prefixOf } from '../sealed/kept-keys.ts';
import type { Dependencies } from './dependencies.ts';
import { isRebalanceUnderWay } from './rebalance-under-way.ts';

const PROBLEMS: Readonly<Record<KeyProblem, Refusal>> = {
  'wrong-keys': refuse('API_KEYS_WRONG'),
  'no-read': refuse('API_KEYS_CANNOT_READ'),
  'no-trade': refuse('API_KEYS_CANNOT_TRADE'),
  'withdraw-allowed': refuse('API_KEYS_CAN_WITHDRAW'),
  clock: refuse('EXCHANGE_CLOCK_DIFFERS'),
  unavailable: refuse('EXCHANGE_UNAVAILABLE'),
};

const refusedExchange = (exchange: string): Refusal | undefined => {
  const found = liveExchanges.find(({ id }) => id === exchange);
  if (!found) return refuse('EXCHANGE_UNKNOWN');
  return found.isSupported ? undefined : refuse('EXCHANGE_NOT_SUPPORTED', { reason: found.reason });
};

type NewKeys = Pick<KeptKeys, 'apiKey' | 'apiSecret' | 'isTestnet'>;

const probed = async (
  { openAccount }: Pick<Dependencies, 'openAccount'>,
  exchange: string,
  keys: NewKeys,
): Promise<Extract<KeyProbe, { ok: true }> | Refusal> => {
  try {
    const probe = await (await openAccount({ mode: 'live', exchange, keys })).probe();
    if (!probe.ok) return PROBLEMS[probe.problem];
    const { read, trade, withdraw } = probe.permissions;
    if (!read) return refuse('API_KEYS_CANNOT_READ');
    if (!trade) return refuse('API_KEYS_CANNOT_TRADE');
    return withdraw === true ? refuse('API_KEYS_CAN_WITHDRAW') : probe;
  } catch (cause) {
    return refusalOfExchange(cause);
  }
};

type Account = Extract<TraderCommand, { type: 'ConnectKeys' }>['account'];

/** By the exchange's number of the account; of keys that were stored without it, it is asked now. */
const comparedAccount = async (
  dependencies: Pick<Dependencies, 'openAccount'>,
  exchange: string,
  stored: KeptKeys,
  accountId: string | null,
): Promise<Account> => {
  if (accountId === null) return 'unknown';
  const asked = stored.accountId === null ? await probed(dependencies, exchange, stored) : stored;
  if (isRefusal(asked) || asked.accountId === null) return 'unknown';
  return asked.accountId === accountId ? 'same' : 'another';
};

/** Sealed before the event says that they are there; until then the older ones stay. */
export const saveApiKeys = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('saveApiKeys'), async (input, userId, request) => {
    const { exchange, api_key: apiKey, api_secret: apiSecret, is_testnet: isTestnet } = input;
    const refusal = refusedExchange(exchange);
    if (refusal) return refusal;
    const probe = await probed(dependencies, exchange, { apiKey, apiSecret, isTestnet });
    if (isRefusal(probe)) return probe;
    const { permissions, clockOffsetMs, isIpRestricted, accountId } = probe;
    const keyId = randomUUID();
    const data = { userId, exchange, keyId, isTestnet, permissions, clockOffsetMs, isIpRestricted };
    const [{ state: trader }, stored] = await Promise.all([
      dependencies.traders.load(userId),
      dependencies.keyStore.find(userId, { exchange }),
    ]);
    const found =
      stored && hasLive(trader, exchange)
        ? await comparedAccount(dependencies, exchange, stored, accountId)
        : 'same';
    const account = found === 'unknown' && input.is_same_account ? 'same' : found;
    const command = { type: 'ConnectKeys', data, account } as const;
    const decided = decideTrader(command, trader);
    if (isRefusal(decided)) return decided;
    // An order whose outcome is looked up with the keys of another account would not be found there.
    if (await isRebalanceUnderWay(dependencies, trader, exchange)) return refuse('REBALANCE_IN_PROGRESS');
    const connectedAt = dependencies.now().toISOString();
    const kept = { keyId, apiKey, apiSecret, isTestnet, connectedAt, accountId };
    await dependencies.keyStore.put(userId, { exchange }, kept);
    const changed = await changeTrader(dependencies, userId, command, { ...request, commandId: keyId });
    if (isRefusal(changed)) return changed;
    return answer(
      {
        exchange,
        key_prefix: prefixOf(kept),
        is_testnet: isTestnet,
        connected_at: connectedAt,
        permissions,
        clock_offset_ms: clockOffsetMs,
        is_ip_restricted: isIpRestricted,
      },
      changed.written,
    );
  });
