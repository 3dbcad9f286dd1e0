// Checks exchange keys at the exchange and stores them sealed; keys that may withdraw are refused.
import { randomUUID } from 'node:crypto';
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { connectKeys } from '../../deployments/connect-keys.ts';
import { exchangeRefusal, probedKeys } from '../../deployments/probed-keys.ts';
import { prefixOf } from '../../sealed/kept-keys.ts';
import type { Dependencies } from '../dependencies.ts';

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
    const connectedAt = dependencies.now().toISOString();
    const kept = { keyId, apiKey, apiSecret, isTestnet, connectedAt, accountId };
    const offered = { data, kept, isSaidSame: input.is_same_account === true };
    const changed = await connectKeys(dependencies, offered, request);
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
