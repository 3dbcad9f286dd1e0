// Tries an account's keys: what they may do, and how far our clock is from the exchange's.
import type { Connection } from './connection.ts';
import { messageOf } from './connection.ts';
import { ExchangeRefusedKeys, type KeyProbe, type KeyProblem } from './exchange-account.ts';
import type { Keys } from './request-trace.ts';

/** What Binance says of a key. */
type Restrictions = {
  readonly ipRestrict?: boolean;
  readonly enableReading?: boolean;
  readonly enableSpotAndMarginTrading?: boolean;
  readonly enableWithdrawals?: boolean;
};

/** Of Binance's account, whichever keys it is asked with. */
type AccountInfo = { readonly uid?: number | string };

type RawBinance = { sapiGetAccountApiRestrictions(): Promise<Restrictions> };
/** Its test network has no such path. */
type Urls = { readonly api: Readonly<Record<string, string>> };

const failed = (problem: KeyProblem, detail: string): KeyProbe => ({ ok: false, problem, detail });

/** Never throws: whatever goes wrong is a problem of the keys or of the exchange. */
export const probeKeys = async (connection: Connection, keys: Keys): Promise<KeyProbe> => {
  try {
    const clockOffsetMs = await connection.measureClock();
    const restrictions = await connection.read(keys, async (exchange) =>
      'sapi' in (exchange.urls as unknown as Urls).api
        ? await (exchange as unknown as RawBinance).sapiGetAccountApiRestrictions()
        : undefined,
    );
    const refusal = restrictions && refusalOf(restrictions);
    if (refusal) return refusal;
    const { info } = await connection.read(keys, (exchange) => exchange.fetchBalance());
    const { uid } = (info ?? {}) as AccountInfo;
    return {
      ok: true,
      permissions: { read: true, trade: true, withdraw: restrictions ? false : null },
      clockOffsetMs,
      isIpRestricted: restrictions?.ipRestrict ?? null,
      accountId: uid === undefined ? null : String(uid),
    };
  } catch (cause) {
    return problemOf(connection, cause);
  }
};

const refusalOf = (restrictions: Restrictions): KeyProbe | undefined => {
  if (restrictions.enableWithdrawals)
    return failed('withdraw-allowed', 'These keys may withdraw money. Make keys without that right.');
  if (!restrictions.enableReading) return failed('no-read', 'These keys may not read the account.');
  if (!restrictions.enableSpotAndMarginTrading)
    return failed('no-trade', 'These keys may not trade on the spot market.');
  return undefined;
};

const problemOf = async (connection: Connection, cause: unknown): Promise<KeyProbe> => {
  if (cause instanceof ExchangeRefusedKeys) return failed('wrong-keys', cause.message);
  const { errors } = await connection.client();
  const isLate = cause instanceof Error && cause.cause instanceof errors.InvalidNonce;
  return failed(isLate ? 'clock' : 'unavailable', messageOf(cause));
};
