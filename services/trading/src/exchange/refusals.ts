// The meaning of an exchange's answers and errors: passing, refused permanently, or nothing that can be relied on.
import type { CcxtErrors } from './ccxt-client.ts';
import { ExchangeRefused, MarketUnknown } from './exchange-account.ts';

/**
 * By HTTP status, whatever the body says. `limited`: passing, the request was not looked at. `server`: refused permanently,
 * with its cause in words for users. Any other status is judged by the exchange's own code, in its dialect, where it has one.
 */
export const STATUSES: Readonly<
  Record<number, { readonly meaning: 'limited' } | { readonly meaning: 'server'; readonly words: string }>
> = {
  418: { meaning: 'limited' },
  429: { meaning: 'limited' },
  451: { meaning: 'server', words: 'it does not serve the country or network that this server is in' },
};

/** A firewall in front of the exchange: reads are refused; of an order it says nothing. */
const FIREWALL_STATUS = 403;
const FIREWALL = 'its firewall blocks this server';
const INVALID = 'it does not take such a request';
const UNLISTED = 'it does not list this market';

export type Refusing = Pick<
  CcxtErrors,
  'AuthenticationError' | 'BadSymbol' | 'BaseError' | 'OperationFailed' | 'OrderNotFound'
>;

/**
 * The permanent refusal in what a read threw, by the status of its last answer, in words of ours or in its own (`said`); undefined for
 * what may pass, and for keys.
 */
export const refusalOfRead = (
  cause: unknown,
  { status, said }: { readonly status: number | undefined; readonly said: string | undefined },
  errors: Refusing,
): ExchangeRefused | undefined => {
  const known = STATUSES[status ?? 0];
  if (known?.meaning === 'server') return new ExchangeRefused(known.words, { cause });
  if (cause instanceof errors.OperationFailed)
    return status === FIREWALL_STATUS ? new ExchangeRefused(FIREWALL, { cause }) : undefined;
  if (cause instanceof errors.BadSymbol) return new MarketUnknown(UNLISTED, { cause });
  const isAnswer = cause instanceof errors.AuthenticationError || cause instanceof errors.OrderNotFound;
  // The rest of ccxt's errors are refusals in the exchange's words, and requests that ccxt itself does not send.
  return cause instanceof errors.BaseError && !isAnswer
    ? new ExchangeRefused(said === undefined ? INVALID : `“${said}”`, { cause })
    : undefined;
};

/** True if our client itself refuses a request, which then never leaves, and would not at another time. */
export const isInvalid = (cause: unknown, sends: number, errors: Refusing): boolean =>
  sends === 0 && cause instanceof errors.BaseError && !(cause instanceof errors.OperationFailed);
