// An account at the exchange: its keys and rights, what it holds, and every order, fill and deposit it ever had.
import type { Amount } from '../numbers/amount.ts';

export type Side = 'BUY' | 'SELL';
export type OrderType = 'LIMIT' | 'LIMIT_MAKER' | 'MARKET';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
export type OrderStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED';

export interface Order {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** 0 for a market order. */
  readonly price: Amount;
  readonly quantity: Amount;
  /** The sum that a market order may spend or earn; 0 for the others. */
  readonly quoteQuantity: Amount;
  readonly atMs: number;
  updatedMs: number;
  status: OrderStatus;
  executed: Amount;
  quoteExecuted: Amount;
  /** The amount that it still holds back of the asset that it gives. */
  locked: Amount;
  /** Fills that the exchange has not reported yet. */
  later?: LaterFills | undefined;
}

/** One piece of an order, at one price. */
export interface Take {
  readonly price: Amount;
  readonly quantity: Amount;
}

export interface LaterFills {
  readonly dueMs: number;
  readonly takes: readonly Take[];
}

export interface Fill {
  readonly id: number;
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly price: Amount;
  readonly quantity: Amount;
  readonly quote: Amount;
  readonly commission: Amount;
  readonly commissionAsset: string;
  readonly isMaker: boolean;
  readonly atMs: number;
}

export interface Deposit {
  readonly asset: string;
  /** Negative when it was taken out. */
  readonly amount: Amount;
  readonly atMs: number;
}

export interface Permissions {
  readonly read: boolean;
  readonly trade: boolean;
  readonly withdraw: boolean;
  readonly ip_restricted: boolean;
}

export interface Holding {
  readonly free: Amount;
  readonly locked: Amount;
}

export interface Account {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly name: string;
  /** The exchange's number of the account: keys with the same one belong to the same person. */
  readonly uid?: number | undefined;
  readonly permissions: Permissions;
  readonly openedMs: number;
  readonly holdings: Map<string, Holding>;
  /** By order id, oldest first. */
  readonly orders: Map<number, Order>;
  readonly fills: Fill[];
  readonly deposits: Deposit[];
}

const NOTHING: Holding = { free: 0n, locked: 0n };

export const holdingOf = (account: Account, asset: string): Holding => account.holdings.get(asset) ?? NOTHING;

/** Adds to what is free and what is locked of an asset; neither may go below zero. */
export const move = (account: Account, asset: string, free: Amount, locked: Amount): void => {
  const before = holdingOf(account, asset);
  const after = { free: before.free + free, locked: before.locked + locked };
  if (after.free < 0n || after.locked < 0n) throw new Error(`${asset} of ${account.name} went below zero`);
  account.holdings.set(asset, after);
};

export const isOpen = ({ status }: Order): boolean => status === 'NEW' || status === 'PARTIALLY_FILLED';

export const openOrdersOf = (account: Account, symbol?: string): Order[] =>
  [...account.orders.values()].filter(
    (order) => isOpen(order) && (symbol === undefined || order.symbol === symbol),
  );
