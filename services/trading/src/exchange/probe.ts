// Tries an account's keys: what they may do, and how far our clock is from the exchange's.
import type { Connection } from './connection.ts';
import { messageOf } from './connection.ts';
import { ExchangeRefused, ExchangeRefusedKeys, type KeyProbe, type KeyProblem } from './exchange-account.ts';
import type { KeyRights } from './exchange-dialect.ts';
import type { Keys } from './request-trace.ts';

const failed = (problem: KeyProblem, detail: string): KeyProbe => ({ ok: false, problem, detail });

/** Never throws: whatever goes wrong is a problem of the keys or of the exchange. */
export const probeKeys = async (connection: Connection, keys: Keys): Promise<KeyProbe> => {
  try {
    const clockOffsetMs = await connection.measureClock();
    const { dialect } = await connection.client();
    const rights = await connection.read(keys, (exchange) => dialect.keyRights(exchange));
    const refusal = rights && refusalOf(rights);
    if (refusal) return refusal;
    const { info } = await connection.read(keys, (exchange) => exchange.fetchBalance());
    return {
      ok: true,
      permissions: { read: true, trade: true, withdraw: rights ? false : null },
      clockOffsetMs,
      isIpRestricted: rights?.isIpRestricted ?? null,
      accountId: dialect.accountIdIn(info),
    };
  } catch (cause) {
    return problemOf(connection, cause);
  }
};

const refusalOf = ({ mayRead, mayTrade, mayWithdraw }: KeyRights): KeyProbe | undefined => {
  if (mayWithdraw)
    return failed('withdraw-allowed', 'These keys may withdraw money. Make keys without that right.');
  if (!mayRead) return failed('no-read', 'These keys may not read the account.');
  if (!mayTrade) return failed('no-trade', 'These keys may not trade on the spot market.');
  return undefined;
};

const problemOf = async (connection: Connection, cause: unknown): Promise<KeyProbe> => {
  if (cause instanceof ExchangeRefusedKeys) return failed('wrong-keys', cause.message);
  if (cause instanceof ExchangeRefused) return failed('refused', cause.message);
  const { errors } = await connection.client();
  const isLate = cause instanceof Error && cause.cause instanceof errors.InvalidNonce;
  return failed(isLate ? 'clock' : 'unavailable', messageOf(cause));
};
