// Which exchanges can be traded, and why the others cannot.
import { messageOf } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { liveExchanges } from '../../exchange/live-exchanges.ts';

export const listTradingExchanges = (): Handler =>
  fromAggregates(
    userHandler(messageOf('listTradingExchanges'), async () =>
      answer({
        exchanges: liveExchanges.map(({ id, name, isSupported, reason }) => ({
          id,
          name,
          is_supported: isSupported,
          reason: reason === '' ? null : reason,
        })),
      }),
    ),
  );
