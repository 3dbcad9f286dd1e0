// Says which exchange keys are stored: their first characters and what they may do, never the keys.
import { messageOf, refuse } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { keysOf } from '../../domain/trader.ts';
import { prefixOf } from '../../sealed/kept-keys.ts';
import type { Dependencies } from '../dependencies.ts';

export const getApiKeys = ({ traders, keyStore }: Dependencies): Handler =>
  fromAggregates(
    userHandler(messageOf('getApiKeys'), async ({ exchange }, userId) => {
      const connected = keysOf((await traders.load(userId)).state, exchange);
      if (!connected) return refuse('API_KEYS_NOT_FOUND');
      const kept = await keyStore.find(userId, { exchange, keyId: connected.keyId });
      if (!kept) return refuse('API_KEYS_NOT_FOUND');
      return answer({
        exchange,
        key_prefix: prefixOf(kept),
        is_testnet: connected.isTestnet,
        connected_at: kept.connectedAt,
        permissions: connected.permissions,
        clock_offset_ms: connected.clockOffsetMs,
        is_ip_restricted: connected.isIpRestricted,
      });
    }),
  );
