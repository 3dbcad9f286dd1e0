// The connection to one exchange that all accounts share: reads are retried, and clock, markets and prices are kept for a while.
import { openPatience, type Patience } from '@tradeium/exchange-patience';
import { type CallResults, type Log, maskedText, type OutsideCalls } from '@tradeium/service-kit';
import type { Exchange as CcxtExchange, MarketInterface } from 'ccxt';
import { type CcxtClient, type ClientOptions, loadClient } from './ccxt-client.ts';
import { ExchangeRefused, ExchangeRefusedKeys, ExchangeUnavailable } from './exchange-account.ts';
import { openMissingMarkets } from './missing-markets.ts';
import { refusalOfRead } from './refusals.ts';
import { currentTrace, type Keys, newTrace, withoutKeys, withTrace } from './request-trace.ts';

const CLOCK_AGE_MS_MAX = 10 * 60_000;
const MARKETS_AGE_MS_MAX = 10 * 60_000;
/** Once a market is halted or an order was refused: how long they still count. */
const DOUBTED_MARKETS_AGE_MS_MAX = 30_000;
/** Accounts that ask together share an answer. */
const PRICES_AGE_MS_MAX = 1_000;
const UNREAD = 'this server cannot read its answer';

export type Markets = Readonly<Record<string, MarketInterface | undefined>>;

export type Connection = {
  readonly name: string;
  client(): Promise<CcxtClient>;
  /** Reads with an account's keys, patiently; throws ExchangeUnavailable, or ExchangeRefused and ExchangeRefusedKeys without repeating it. */
  read<T>(keys: Keys | undefined, call: (exchange: CcxtExchange) => Promise<T>): Promise<T>;
  markets(): Promise<Markets>;
  /**
   * They may have changed: unless they are quite new, the next caller reads them again. `missing`: for lack
   * of these, by ccxt's symbol; the same ones count once in a while only.
   */
  doubtMarkets(missing?: readonly string[]): void;
  /** Of these and of others that were requested before, by ccxt's symbol. */
  prices(symbols: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** This machine's clock minus the exchange's; it corrects the time of signed requests. */
  clockOffsetMs(): Promise<number>;
  measureClock(): Promise<number>;
  /** Where it is noted whether the exchange answers. */
  readonly results: CallResults | undefined;
};

/** Ccxt's message, without the query of the address, which holds the signature. */
export const messageOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/\?\S*/g, '');

type Kept<T> = (() => Promise<T>) & { forget(): void; doubt(ageMsMax: number): void };

/** Keeps what `load` brings, for so long; those that ask meanwhile wait for the same answer, and a failure is forgotten. */
const kept = <T>(load: () => Promise<T>, ageMsMax: number): Kept<T> => {
  let loading: Promise<T> | undefined;
  let loadedMs = 0;
  let keptForMs = ageMsMax;
  const get = (): Promise<T> => {
    if (loading && performance.now() - loadedMs < keptForMs) return loading;
    const mine = load();
    loading = mine;
    keptForMs = ageMsMax;
    loadedMs = performance.now();
    mine.catch(() => {
      if (loading === mine) loading = undefined;
    });
    return mine;
  };
  return Object.assign(get, {
    forget: () => {
      loading = undefined;
    },
    doubt: (doubtedMs: number) => {
      keptForMs = Math.min(keptForMs, doubtedMs);
    },
  });
};

type Opened = CcxtClient & { readonly patiently: Patience };

const patientClient = async (
  options: ClientOptions,
  noting: { readonly name: string; readonly log: Log; readonly results: CallResults | undefined },
): Promise<Opened> => {
  const client = await loadClient(options);
  const { exchange, errors } = client;
  const headers = () => exchange.last_response_headers as Readonly<Record<string, string>> | undefined;
  const retryAfter = () => headers()?.['Retry-After'];
  return { ...client, patiently: openPatience({ ...noting, errors, retryAfter }) };
};

/** By symbol, where the exchange can say so for these of its ids only. */
const lastPrices = async (
  { exchange, errors, dialect }: CcxtClient,
  ids: readonly string[],
): Promise<Readonly<Record<string, string>>> => {
  const last = await exchange.fetchLastPrices(undefined, dialect.pricesOf(ids)).catch((cause: unknown) => {
    if (cause instanceof errors.OperationFailed) throw cause;
    // One of them is gone since the markets were read.
    return exchange.fetchLastPrices();
  });
  return Object.fromEntries(
    Object.entries(last).flatMap(([symbol, { price }]) =>
      price === undefined ? [] : [[symbol, String(price)]],
    ),
  );
};

const SAID_LENGTH_MAX = 160;

/** The exchange's own words in an error of ccxt, which has its answer behind the exchange's name. */
const saidIn = (
  cause: unknown,
  dialect: CcxtClient['dialect'],
  keys: Keys = { apiKey: '', apiSecret: '' },
): string | undefined => {
  const text = withoutKeys(messageOf(cause), keys);
  const said = dialect.refusalIn(text.slice(text.indexOf('{')))?.reason;
  return said && maskedText(said, SAID_LENGTH_MAX);
};

/** One attempt of a read: what is refused permanently is no outage, and is not repeated. */
const attempt = async <T>(
  { errors, dialect }: CcxtClient,
  results: CallResults | undefined,
  keys: Keys | undefined,
  call: () => Promise<T>,
): Promise<T> => {
  const trace = newTrace(keys);
  try {
    return await withTrace(trace, call);
  } catch (cause) {
    const refusal = refusalOfRead(
      cause,
      { status: trace.status, said: saidIn(cause, dialect, keys) },
      errors,
    );
    if (refusal) results?.worked();
    throw refusal ?? cause;
  }
};

export const openConnection = (options: ClientOptions, log: Log, outside?: OutsideCalls): Connection => {
  const name = options.url ? `${options.exchange}@${new URL(options.url).hostname}` : options.exchange;
  const results = outside?.of(options.isTestnet ? `${name} testnet` : name);

  const opened = kept(() => patientClient(options, { name, log, results }), Number.POSITIVE_INFINITY);

  const read: Connection['read'] = async (keys, call) => {
    const client = await opened();
    const { exchange, errors, patiently } = client;
    try {
      return await patiently(() => attempt(client, results, keys, () => withClock(exchange, call)));
    } catch (cause) {
      if (cause instanceof errors.OrderNotFound) throw cause;
      if (cause instanceof ExchangeUnavailable || cause instanceof ExchangeRefused) throw cause;
      if (cause instanceof errors.AuthenticationError)
        throw new ExchangeRefusedKeys(messageOf(cause), { cause });
      // Failures of the network are ccxt's: this one is of the program that reads the answer.
      if (cause instanceof TypeError) throw new ExchangeRefused(UNREAD, { cause });
      throw new ExchangeUnavailable(messageOf(cause), { cause });
    }
  };

  /** A request that is refused for its time is repeated with the exchange's. */
  const withClock = async <T>(exchange: CcxtExchange, call: (exchange: CcxtExchange) => Promise<T>) => {
    const { errors } = await opened();
    try {
      if (currentTrace()?.keys) await clock();
      return await call(exchange);
    } catch (cause) {
      if (cause instanceof errors.InvalidNonce) clock.forget();
      throw cause;
    }
  };

  const measure = async (): Promise<number> => {
    const client = await opened();
    const { exchange, patiently } = client;
    const offsetMs = await patiently(async () => {
      const sentMs = Date.now();
      const serverMs = (await attempt(client, results, undefined, () => exchange.fetchTime())) ?? sentMs;
      return Math.round((sentMs + Date.now()) / 2 - serverMs);
    });
    exchange.options.timeDifference = offsetMs;
    return offsetMs;
  };
  const clock = kept(measure, CLOCK_AGE_MS_MAX);

  const markets = kept(
    () => read(undefined, (exchange) => exchange.loadMarkets(true)) as unknown as Promise<Markets>,
    MARKETS_AGE_MS_MAX,
  );
  const isNews = openMissingMarkets(MARKETS_AGE_MS_MAX);

  const priced = new Set<string>();
  const newestPrices = kept(async () => {
    const known = await markets();
    const ids = [...priced].flatMap((symbol) => known[symbol]?.id ?? []);
    const client = await opened();
    return read(undefined, () => lastPrices(client, ids));
  }, PRICES_AGE_MS_MAX);
  const prices: Connection['prices'] = async (symbols) => {
    const isNew = symbols.some((symbol) => !priced.has(symbol));
    for (const symbol of symbols) priced.add(symbol);
    if (isNew) newestPrices.forget();
    return priced.size === 0 ? {} : newestPrices();
  };

  return {
    name,
    results,
    client: opened,
    read,
    markets,
    doubtMarkets: (missing) => {
      if (missing === undefined || isNews(missing)) markets.doubt(DOUBTED_MARKETS_AGE_MS_MAX);
    },
    prices,
    clockOffsetMs: clock,
    measureClock: () => {
      clock.forget();
      return clock();
    },
  };
};
