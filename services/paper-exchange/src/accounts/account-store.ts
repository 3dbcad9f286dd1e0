// The exchange's memory of accounts: each change is a line of a file, so that nothing is lost at a restart.
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account, Deposit, Fill, Holding, Order } from './account.ts';

/** The changes of one step; written whole, or not at all. */
export interface Change {
  readonly orders?: readonly Order[];
  readonly fills?: readonly Fill[];
  readonly deposits?: readonly Deposit[];
}

export interface AccountStore {
  readonly accounts: ReadonlyMap<string, Account>;
  /** Rising numbers, for orders and fills of all accounts. */
  nextId(): number;
  open(account: Account): void;
  /** Adds the fills and deposits to the account and keeps it. */
  keep(account: Account, change: Change): void;
}

type Opened = Pick<Account, 'apiKey' | 'apiSecret' | 'name' | 'uid' | 'permissions' | 'openedMs'>;
type Line = {
  readonly account: string;
  readonly opened?: Opened;
  readonly holdings: readonly (readonly [string, Holding])[];
} & Change;

/** BigInts are written as `{"n":"…"}`. */
const write = (line: Line): string =>
  `${JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? { n: value.toString() } : value))}\n`;

const read = (text: string): Line =>
  JSON.parse(text, (_, value) =>
    value !== null && typeof value === 'object' && typeof value.n === 'string' ? BigInt(value.n) : value,
  );

const openedOf = ({ apiKey, apiSecret, name, uid, permissions, openedMs }: Account): Opened => ({
  apiKey,
  apiSecret,
  name,
  uid,
  permissions,
  openedMs,
});

/** Opens the store in a directory, or without one in memory only. */
export const openAccountStore = (directory: string | undefined): AccountStore => {
  const accounts = new Map<string, Account>();
  let lastId = 0;

  const take = ({
    account: apiKey,
    opened,
    holdings,
    orders = [],
    fills = [],
    deposits = [],
  }: Line): void => {
    if (opened)
      accounts.set(apiKey, { ...opened, holdings: new Map(), orders: new Map(), fills: [], deposits: [] });
    const account = accounts.get(apiKey);
    if (!account) return;
    for (const [asset, holding] of holdings) account.holdings.set(asset, holding);
    for (const order of orders) account.orders.set(order.orderId, order);
    account.fills.push(...fills);
    account.deposits.push(...deposits);
    for (const id of [...orders.map(({ orderId }) => orderId), ...fills.map((fill) => fill.id)])
      lastId = Math.max(lastId, id);
  };

  const file = directory && join(directory, 'accounts.jsonl');
  if (directory && file) {
    mkdirSync(directory, { recursive: true });
    for (const line of linesIn(file)) take(line);
    writeWhole(file, [...accounts.values()].map(wholeLine));
  }
  const append = (line: Line): void => {
    if (file) appendFileSync(file, write(line));
  };

  return {
    accounts,
    nextId: () => {
      lastId += 1;
      return lastId;
    },
    open(account) {
      accounts.set(account.apiKey, account);
      append(wholeLine(account));
    },
    keep(account, change) {
      account.fills.push(...(change.fills ?? []));
      account.deposits.push(...(change.deposits ?? []));
      for (const order of change.orders ?? []) account.orders.set(order.orderId, order);
      append({ account: account.apiKey, holdings: [...account.holdings], ...change });
    },
  };
};

const wholeLine = (account: Account): Line => ({
  account: account.apiKey,
  opened: openedOf(account),
  holdings: [...account.holdings],
  orders: [...account.orders.values()],
  fills: account.fills,
  deposits: account.deposits,
});

/** The last line may be cut off by a crash; it was never acknowledged. */
function* linesIn(file: string): Generator<Line> {
  for (const line of textIn(file).split('\n')) {
    try {
      if (line !== '') yield read(line);
    } catch {
      return;
    }
  }
}

const textIn = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return '';
    throw cause;
  }
};

const writeWhole = (file: string, lines: readonly Line[]): void => {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, lines.map(write).join(''), { mode: 0o600 });
  renameSync(draft, file);
};
