// Looks at an account that several deployments trade: what one of them holds there, and what nobody's orders explain.
import {
  type CreatedDeployment,
  isCreated,
  managedAssets,
  type Order,
  unfilledOrders,
} from '../domain/deployment-state.ts';
import {
  inFlightIn,
  lookAtShare,
  type SharedAccount,
  type SharedLook,
  type Sharer,
  surplusIn,
} from '../domain/shares.ts';
import { changesOf } from '../domain/valuation.ts';
import { type ExchangeAccount, ExchangeUnavailable, type OrderReport } from '../exchange/exchange-account.ts';
import {
  type AccountBooks,
  accountBooks,
  type BookStores,
  changedBetween,
  ownBooks,
} from './account-books.ts';
import { takeLateFills } from './late-fills.ts';
import { type LookUpDependencies, lookUpOrders } from './look-up-order.ts';
import { coinsOf, holdingsIn, type Snapshot, seenIn } from './make-plan.ts';

type Dependencies = LookUpDependencies & BookStores;
type Share = NonNullable<CreatedDeployment['created']['share']>;

const ATTEMPTS = 3;

type Settled = {
  readonly books: AccountBooks;
  readonly snapshot: Snapshot;
  readonly inFlight: ReadonlySet<string>;
};

/** The account between two looks at the books; what changes all the time is in flight. */
const settledAccount = async (
  dependencies: BookStores,
  account: ExchangeAccount,
  { created }: CreatedDeployment,
  counted: readonly string[],
): Promise<Settled> => {
  for (let attempt = 1; ; attempt += 1) {
    const before = await accountBooks(dependencies, created, counted);
    const snapshot = await seenIn(account, coinsOf(created));
    const books = await accountBooks(dependencies, created, counted);
    const changed = changedBetween(before, books);
    if (changed.length > 0 && attempt < ATTEMPTS) continue;
    const inFlight = [...inFlightIn(before.members), ...inFlightIn(books.members), ...changed];
    return { books, snapshot, inFlight: new Set(inFlight) };
  }
};

/** Only what has ended, with all its orders known, leaves books that another goes on with. */
const settlePredecessor = async (
  dependencies: Dependencies,
  account: ExchangeAccount,
  { continues }: CreatedDeployment['created'],
): Promise<void> => {
  if (continues === undefined) return;
  const { state } = await dependencies.deployments.load(continues);
  const isSettled = !isCreated(state) || (await lookUpOrders(dependencies, account, state));
  if (state.status !== 'ended' || !isSettled)
    throw new ExchangeUnavailable('an order of the deployment before is not settled');
};

const sharerOf = async (
  dependencies: BookStores,
  state: CreatedDeployment,
  share: Share,
): Promise<Sharer> => {
  const { continues, deploymentId } = state.created;
  const { outside } =
    state.holdings === null && continues !== undefined
      ? (await dependencies.deployments.load(continues)).state
      : state;
  return {
    deploymentId,
    share,
    outside,
    books: await ownBooks(dependencies, state),
    managed: managedAssets(state),
  };
};

/** A share as the account shows it now. */
const lookNow = async (
  stores: BookStores,
  account: ExchangeAccount,
  state: CreatedDeployment,
  share: Share,
) => {
  const sharer = await sharerOf(stores, state, share);
  const settled = await settledAccount(stores, account, state, sharer.outside?.deployments ?? []);
  const shared = { held: holdingsIn(settled.snapshot), members: settled.books.members };
  return { sharer, settled, shared, seen: lookAtShare(sharer, shared, settled.inFlight) };
};

/** A deployment as the next look at its account would leave it, with nothing written: for previews. */
export const booksNow = async (
  stores: BookStores,
  account: ExchangeAccount,
  deployment: CreatedDeployment,
): Promise<CreatedDeployment> => {
  const { share } = deployment.created;
  if (!share) return deployment;
  const { seen } = await lookNow(stores, account, deployment, share);
  return { ...deployment, holdings: seen.books };
};

/** Ended orders of the account that may have been filled since: its own, and those of others where something is missing or came. */
const suspects = (
  { loaded }: AccountBooks,
  account: SharedAccount,
  {
    own,
    isNews,
    open,
  }: { readonly own: string; readonly isNews: boolean; readonly open: readonly OrderReport[] },
): { readonly id: string; readonly orders: Order[] }[] =>
  loaded
    .filter(({ id }) => isNews || id === own)
    .map(({ id, state }) => ({
      id,
      orders: unfilledOrders(state).filter(
        ({ coin, clientOrderId }) =>
          surplusIn(account, coin) !== '0' || open.some((order) => order.clientOrderId === clientOrderId),
      ),
    }));

export type AccountLook = {
  readonly holdings: SharedLook['books'];
  readonly prices: Snapshot['prices'];
  readonly shared: { readonly from: Sharer['books']; readonly outside: SharedLook['outside'] };
};

/** `open`: our open orders in the account, seen before this. */
export const lookAtSharedAccount = async (
  dependencies: Dependencies,
  account: ExchangeAccount,
  state: CreatedDeployment,
  { share, open }: { readonly share: Share; readonly open: readonly OrderReport[] },
): Promise<AccountLook> => {
  const { userId, deploymentId: own } = state.created;
  if (state.holdings === null) await settlePredecessor(dependencies, account, state.created);
  const look = async () => {
    const { state: now } = await dependencies.deployments.load(own);
    const found = await lookNow(dependencies, account, { ...state, ...now } as CreatedDeployment, share);
    const { sharer, seen } = found;
    const isNews = seen.outside !== undefined || changesOf(sharer.books, seen.books, {}).length > 0;
    return { ...found, isNews };
  };
  let found = await look();
  let isAny = false;
  for (const { id, orders } of suspects(found.settled.books, found.shared, {
    own,
    open,
    isNews: found.isNews,
  }))
    isAny = (await takeLateFills(dependencies, account, { userId, deploymentId: id }, orders)) || isAny;
  if (isAny) found = await look();
  const { seen, sharer, settled } = found;
  return {
    holdings: seen.books,
    prices: settled.snapshot.prices,
    shared: { from: sharer.books, outside: seen.outside },
  };
};
