// Checks exchange keys at the exchange and stores them sealed; keys that may withdraw are refused.
import { randomUUID } from 'node:crypto';
import { isRefusal, messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { changeTrader } from '../commands/change-trader.ts';
import { exchangeRefusal, probedKeys } from '../deployments/probed-keys.ts';
import { decideTrader, hasLive, type TraderCommand } from '../domain/trader.ts';
import { type KeptKeys, prefixOf } from '../sealed/kept-keys.ts';
import type { Dependencies } from './dependencies.ts';
import { liveAccountUse } from './live-account-use.ts';

type Account = Extract<TraderCommand, { type: 'ConnectKeys' }>['account'];

/** By the exchange's number of the account; of keys that were stored without it, it is asked now. */
const comparedAccount = async (
  dependencies: Pick<Dependencies, 'openAccount'>,
  exchange: string,
  stored: KeptKeys,
  accountId: string | null,
): Promise<Account> => {
  if (accountId === null) return 'unknown';
  const asked = stored.accountId === null ? await probedKeys(dependencies, exchange, stored) : stored;
  if (isRefusal(asked) || asked.accountId === null) return 'unknown';
  return asked.accountId === accountId ? 'same' : 'another';
};

/** Sealed before the event says that they are there; until then the older ones stay. */
export const saveApiKeys = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('saveApiKeys'), async (input, userId, request) => {
    const { exchange, api_key: apiKey, api_secret: apiSecret, is_testnet: isTestnet } = input;
    const refusal = exchangeRefusal(exchange);
    if (refusal) return refusal;
    const probe = await probedKeys(dependencies, exchange, { apiKey, apiSecret, isTestnet });
    if (isRefusal(probe)) return probe;
    const { permissions, clockOffsetMs, isIpRestricted, accountId } = probe;
    const keyId = randomUUID();
    const data = { userId, exchange, keyId, isTestnet, permissions, clockOffsetMs, isIpRestricted };
    const [{ state: trader }, stored] = await Promise.all([
      dependencies.traders.load(userId),
      dependencies.keyStore.find(userId, { exchange }),
    ]);
    const { isRebalancing, unsettled } = await liveAccountUse(dependencies, trader, exchange);
    const found =
      stored && (unsettled !== null || hasLive(trader, exchange))
        ? await comparedAccount(dependencies, exchange, stored, accountId)
        : 'same';
    const account = found === 'unknown' && input.is_same_account ? 'same' : found;
    const command = { type: 'ConnectKeys', data, account, unsettled } as const;
    const decided = decideTrader(command, trader);
    if (isRefusal(decided)) return decided;
    if (isRebalancing) return refuse('REBALANCE_IN_PROGRESS');
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
