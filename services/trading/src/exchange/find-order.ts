// Looks for an order by its client id, in every place where an exchange may show it.
import { setTimeout as delay } from 'node:timers/promises';
import type { Order } from 'ccxt';
import { ExchangeUnavailable, type OrderReport } from './exchange-account.ts';
import { MARGIN_MS, type OrderHistory, PAGE } from './order-history.ts';
import { isComplete, reportOf } from './order-report.ts';

const FILL_READS = 4;
const FILL_PAUSE_MS = 250;

export type WantedOrder = {
  readonly clientOrderId: string;
  readonly coin: string;
  readonly sinceMs: number;
};

/** Reported as not found only when every list of the exchange agrees on that. */
export const findOrder = async (
  history: OrderHistory,
  wanted: WantedOrder,
): Promise<OrderReport | 'not-found'> => {
  const { clientOrderId, coin } = wanted;
  const read = async () => (await history.byClientId(coin, clientOrderId)) ?? findInLists(history, wanted);
  const order = await read();
  return order ? withFills(history, coin, order, async () => (await read()) ?? order) : 'not-found';
};

const findInLists = async (
  history: OrderHistory,
  { clientOrderId, coin, sinceMs }: WantedOrder,
): Promise<Order | undefined> => {
  const isWanted = (order: Order) => order.clientOrderId === clientOrderId;
  const open = (await history.openOrders(coin)).find(isWanted);
  if (open) return open;
  const orders = await history.ordersSince(coin, sinceMs);
  const listed = orders.find(isWanted);
  if (listed) return listed;
  // A fill of an order that no list shows may belong to the wanted one.
  const ids = new Set(orders.map(({ id }) => id));
  const sinceOnExchange = (await history.sinceOf(sinceMs)) + MARGIN_MS;
  const strays = (await history.fillsSince(coin, sinceMs)).filter(
    ({ at, exchangeOrderId }) => at >= sinceOnExchange && !ids.has(exchangeOrderId),
  );
  if (strays.length > 0 || orders.length === PAGE)
    throw new ExchangeUnavailable('the exchange does not list all orders that it filled');
  return undefined;
};

/** With its fills, which an exchange may show a moment after the order. */
const withFills = async (
  history: OrderHistory,
  coin: string,
  order: Order,
  refresh: () => Promise<Order>,
): Promise<OrderReport> => {
  let current = order;
  for (let reads = 0; reads < FILL_READS; reads += 1) {
    if (reads > 0) {
      await delay(FILL_PAUSE_MS);
      current = await refresh();
    }
    const bare = reportOf(current, []);
    if (isComplete(bare)) return bare;
    const report = reportOf(current, await history.tradesOf(coin, bare.exchangeOrderId));
    if (isComplete(report)) return report;
  }
  throw new ExchangeUnavailable('the exchange does not show all fills of an order yet');
};
