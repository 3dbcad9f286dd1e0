// An exchange on this machine that speaks Binance's spot REST protocol with play money, for use without the internet.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOOPBACK, listenedHost, type Reach } from '@tradeium/service-kit/reach';
import { admitOnlyThisMachine } from '@tradeium/service-kit/this-machine';
import type { Account } from './accounts/account.ts';
import { openAccountStore } from './accounts/account-store.ts';
import { openDesk } from './accounts/desk.ts';
import { openClock } from './clock.ts';
import { type FaultName, type FaultQueue, openFaults } from './control/faults.ts';
import { countOrderRequests } from './control/ledger.ts';
import { type Keys, openPlayAccount, playAccountOrder } from './control/play-accounts.ts';
import { createHandler } from './handler.ts';
import { readCandleFile } from './market/candle-file.ts';
import { changedLimits, type RuleChanges } from './market/limits.ts';
import type { Market } from './market/markets.ts';
import { createPriceHistory, type PriceHistory } from './market/price-history.ts';
import { walkParametersOf } from './market/walk-parameters.ts';
import { amountOf, amountOfUnits } from './numbers/amount.ts';
import type { Exchange } from './requests/endpoint.ts';
import { createRequestWeight } from './requests/request-weight.ts';

const TEST_CAPITAL_USDT = '10000';
const SKEW_MS = 60_000;
const MOVED_PERCENT = 50;

export interface ExchangeOptions extends Reach {
  /** Port on the loopback address; 0 picks a free one. */
  readonly port: number;
  /** The exchange's clock in milliseconds since the epoch; candles after it do not exist yet. */
  readonly now?: () => number;
  /** The folder of accounts that survive a restart; without it they go when it closes. */
  readonly directory?: string | undefined;
  /** The keys of an account that is there from the start, with play money. */
  readonly testKeys?: Keys | undefined;
}

export interface RunningExchange {
  /** Without a path, for example `http://127.0.0.1:4321`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the exchange; rejects when the port is taken. */
export const startExchange = async (options: ExchangeOptions): Promise<RunningExchange> => {
  const clock = openClock(options.now ?? Date.now);
  const faults = openFaults();
  const store = openAccountStore(options.directory);
  const exchange: Exchange = {
    now() {
      const skew = faults.state('clock-skew');
      return clock.now() + (skew ? (skew.number ?? SKEW_MS) : 0);
    },
    historyOf: createHistories(({ symbol }) => {
      const move = faults.state('price-move', { symbol });
      return move ? (move.number ?? MOVED_PERCENT) / 100 : 1;
    }),
    isTrading: ({ symbol }) => faults.state('delisting', { symbol }) === undefined,
    isListed: ({ symbol }) => faults.state('unlisted', { symbol }) === undefined,
    isSpot: ({ symbol }) => faults.state('no-spot', { symbol }) === undefined,
    limitsOf: (market) => changedLimits(market, ruleChanges(faults, market)),
    isInMaintenance: () => faults.state('maintenance') !== undefined,
  };
  const paysInFeeCoin = ({ apiKey }: Account) => faults.state('fees-in-bnb', { apiKey }) !== undefined;
  const desk = openDesk({ store, ...exchange, paysInFeeCoin });
  const { testKeys } = options;
  if (testKeys && !store.accounts.has(testKeys.apiKey)) {
    const order = playAccountOrder.parse({ capital_usdt: TEST_CAPITAL_USDT, name: 'test account' });
    openPlayAccount(store, order, exchange.now(), testKeys);
  }
  const requests = countOrderRequests();
  const weight = createRequestWeight();
  const server = createServer(
    createHandler({ exchange, store, desk, faults, clock, requests, weight, now: exchange.now }),
  );
  admitOnlyThisMachine(server, options.name);
  server.listen(options.port, listenedHost(options));
  await once(server, 'listening');
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

const ruleChanges = (faults: FaultQueue, { symbol }: Market): RuleChanges => {
  const numberOf = (name: FaultName) => faults.state(name, { symbol })?.number;
  const priceMax = numberOf('max-price');
  return {
    isUnlimited: faults.state('zero-filters', { symbol }) !== undefined,
    positionMax: amountOfUnits(numberOf('max-position') ?? 0, 0),
    priceMax: priceMax === undefined ? undefined : amountOf(String(priceMax)),
    bandPercent: numberOf('percent-price'),
    openOrdersMax: numberOf('max-orders'),
  };
};

/** Each market's history is loaded once; a failure is retried. */
const createHistories = (
  movedOf: (market: Market) => number,
): ((market: Market) => Promise<PriceHistory>) => {
  const histories = new Map<string, Promise<PriceHistory>>();
  return (market) => {
    const known = histories.get(market.symbol);
    if (known) return known;
    const loading = readCandleFile(market).then((candles) => ({
      ...createPriceHistory(market, candles, walkParametersOf(market.coin)),
      moved: () => movedOf(market),
    }));
    histories.set(market.symbol, loading);
    loading.catch(() => histories.delete(market.symbol));
    return loading;
  };
};
