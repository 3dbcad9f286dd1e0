// The exchange's words about keys, and ours about the exchange, as in the catalogue.
import { type Refusal, refuse } from '@tradeium/contracts';
import type { KeyProbe, KeyProblem } from '../exchange/exchange-account.ts';
import { liveExchanges } from '../exchange/live-exchanges.ts';
import { type OpenAccount, refusalOfExchange } from '../rebalances/exchange-accounts.ts';
import type { KeptKeys } from '../sealed/kept-keys.ts';

const PROBLEMS: Readonly<Record<Exclude<KeyProblem, 'refused'>, Refusal>> = {
  'wrong-keys': refuse('API_KEYS_WRONG'),
  'no-read': refuse('API_KEYS_CANNOT_READ'),
  'no-trade': refuse('API_KEYS_CANNOT_TRADE'),
  'withdraw-allowed': refuse('API_KEYS_CAN_WITHDRAW'),
  clock: refuse('EXCHANGE_CLOCK_DIFFERS'),
  unavailable: refuse('EXCHANGE_UNAVAILABLE'),
};

/** Undefined: it can be traded here. */
export const exchangeRefusal = (exchange: string): Refusal | undefined => {
  const found = liveExchanges.find(({ id }) => id === exchange);
  if (!found) return refuse('EXCHANGE_UNKNOWN');
  return found.isSupported ? undefined : refuse('EXCHANGE_NOT_SUPPORTED', { reason: found.reason });
};

/** Tries keys at the exchange; a refusal says why they cannot trade. */
export const probedKeys = async (
  { openAccount }: { readonly openAccount: OpenAccount },
  exchange: string,
  keys: Pick<KeptKeys, 'apiKey' | 'apiSecret' | 'isTestnet'>,
): Promise<Extract<KeyProbe, { ok: true }> | Refusal> => {
  try {
    const probe = await (await openAccount({ mode: 'live', exchange, keys })).probe();
    if (probe.ok) return probe;
    const { problem, detail: cause } = probe;
    return problem === 'refused' ? refuse('EXCHANGE_REFUSED', { cause }) : PROBLEMS[problem];
  } catch (cause) {
    return refusalOfExchange(cause);
  }
};
