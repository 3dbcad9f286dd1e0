// A new deployment's part of its account: the whole, the share of the one that it replaces, or one of what is free.
import {
  isRefusal,
  QUOTE_CURRENCY,
  type Refusal,
  refuse,
  type Share,
  type TradingMode,
} from '@tradeium/contracts';
import {
  accountNameOf,
  type CreatedDeployment,
  type DataOf,
  type Deployment,
} from '../domain/deployment-state.ts';
import { firstUsdt, freeUsdt, inFlightIn, outsideFrom } from '../domain/shares.ts';
import { deploymentPlaceOf, liveAt, percentTaken } from '../domain/trader.ts';
import {
  type AccountBooks,
  accountBooks,
  type BookStores,
  changedBetween,
} from '../rebalances/account-books.ts';
import { type Accounts, withAccount } from '../rebalances/exchange-accounts.ts';
import { holdingsIn, type Snapshot, seenIn } from '../rebalances/make-plan.ts';

type Account = {
  readonly userId: string;
  readonly deploymentId: string;
  readonly mode: TradingMode;
  readonly exchange: string;
  readonly isTestnet: boolean;
};

/** `asked`: null for the whole account; undefined keeps the share of the replaced one, if that traded the same account. */
export const shareAsked = (
  asked: Share | null | undefined,
  account: Account,
  replaced: Deployment | null,
): Share | null | Refusal => {
  if (asked) return account.mode === 'live' ? asked : refuse('SHARE_INVALID');
  const before = replaced?.created;
  const isKept = asked === undefined && before && accountNameOf(before) === accountNameOf(account);
  return isKept ? (before.share ?? null) : null;
};

export type FirstShare = {
  readonly facts: Pick<DataOf<'DeploymentCreated'>, 'share' | 'books' | 'continues' | 'outside'>;
  /** The deployments that traded the account when what is free was counted. */
  readonly others?: readonly string[];
};

type Seen = { readonly books: AccountBooks; readonly snapshot: Snapshot };

const ATTEMPTS = 3;

/** An order that is under way changes what is free. */
const quietAccount = async (
  dependencies: Accounts & BookStores,
  account: Account,
): Promise<Seen | Refusal> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await accountBooks(dependencies, account);
    const snapshot = await withAccount(dependencies, account, (opened) => seenIn(opened, []));
    if (isRefusal(snapshot)) return snapshot;
    const books = await accountBooks(dependencies, account);
    const moving = [...inFlightIn([...before.members, ...books.members]), ...changedBetween(before, books)];
    if (!moving.includes(QUOTE_CURRENCY)) return { books, snapshot };
  }
  return refuse('ACCOUNT_BUSY');
};

/** A share of what is free, with USDT and no coins. `replaced`: what it has is free, too. */
const newShare = async (
  dependencies: Accounts & BookStores,
  account: Account,
  share: Share,
  replaced: string | undefined,
): Promise<FirstShare | Refusal> => {
  const seen = await quietAccount(dependencies, account);
  if (isRefusal(seen)) return seen;
  const { trader, members } = seen.books;
  const { balances } = seen.snapshot;
  const others = members.filter(({ deploymentId }) => deploymentId !== replaced);
  const free = balances.find(({ asset }) => asset === QUOTE_CURRENCY)?.free ?? '0';
  const places = liveAt(trader, account.exchange, replaced);
  const usdt = firstUsdt(share, freeUsdt(free, others), percentTaken(places.map(([, place]) => place)));
  if (isRefusal(usdt)) return usdt;
  const outside = outsideFrom({ held: holdingsIn(seen.snapshot), members });
  return {
    facts: { share, books: { [QUOTE_CURRENCY]: usdt }, ...('percent' in share && { outside }) },
    others: places.map(([id]) => id),
  };
};

/** True if no deployment without a place still sells in the account, whose coins the whole account would take along. */
const isQuiet = async (dependencies: BookStores, account: Account): Promise<boolean> => {
  const { trader, loaded } = await accountBooks(dependencies, account);
  return loaded.every(
    ({ id, state }) => deploymentPlaceOf(trader, id)?.isOpen || state.open?.kind !== 'sell',
  );
};

/** `isKept`: the share of the replaced deployment goes on, with what its books hold. */
export const firstShare = async (
  dependencies: Accounts & BookStores,
  account: Account,
  share: Share | null,
  { replaced, isKept }: { readonly replaced: CreatedDeployment | null; readonly isKept: boolean },
): Promise<FirstShare | Refusal> => {
  if (share === null)
    return account.mode === 'paper' || (await isQuiet(dependencies, account))
      ? { facts: {} }
      : refuse('ACCOUNT_BUSY');
  const { state } = await dependencies.deployments.load(account.deploymentId);
  // A repeated request.
  if (state.created) {
    const { books, continues, outside } = state.created;
    return { facts: { share, books, continues, outside } };
  }
  if (!isKept || !replaced) return newShare(dependencies, account, share, replaced?.created.deploymentId);
  const { deploymentId, continues = deploymentId } = replaced.created;
  // One that was never looked at has left nothing of its own.
  return { facts: { share, continues: replaced.holdings === null ? continues : deploymentId } };
};
