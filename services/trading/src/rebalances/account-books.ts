// Finds the deployments that trade one exchange account, and what each may use of it, by the events alone.
import { QUOTE_CURRENCY } from '@tradeium/contracts';
import type { Stores } from '../aggregates.ts';
import {
  type CreatedDeployment,
  type Deployment,
  isCreated,
  managedAssets,
  managedOf,
  unsettledOrders,
} from '../domain/deployment-state.ts';
import type { Member } from '../domain/shares.ts';
import { deploymentPlaceOf, knownDeployments, type Trader } from '../domain/trader.ts';

export type BookStores = Pick<Stores, 'traders' | 'deployments'>;
type Amounts = Readonly<Record<string, string>>;
type Account = Pick<CreatedDeployment['created'], 'userId' | 'exchange' | 'isTestnet'>;

/** Whatever an order buys or sells, its fee may be taken in this coin. */
const FEE_COIN = 'BNB';

/** The books of a deployment with a share. Before its first look they are what the one before it has left. */
export const ownBooks = async (
  { deployments }: Pick<BookStores, 'deployments'>,
  deployment: Deployment,
): Promise<Amounts> => {
  const { created, holdings } = deployment;
  if (holdings !== null || created?.continues === undefined) return holdings ?? {};
  const { state } = await deployments.load(created.continues);
  return managedOf(deployment, state.holdings ?? {});
};

/** A deployment as it plans: with its books, also before its first look. */
export const withBooks = async (
  stores: Pick<BookStores, 'deployments'>,
  deployment: CreatedDeployment,
): Promise<CreatedDeployment> =>
  deployment.created.share ? { ...deployment, holdings: await ownBooks(stores, deployment) } : deployment;

type Loaded = { readonly id: string; readonly state: CreatedDeployment; readonly sequence: number };

export type AccountBooks = {
  readonly trader: Trader;
  readonly loaded: readonly Loaded[];
  readonly members: readonly Member[];
};

/** One whose place was given to another keeps it until it has ended. */
const isOpen = (trader: Trader, { id, state }: Loaded): boolean =>
  deploymentPlaceOf(trader, id)?.isOpen ?? (trader.replaced.includes(id) && state.status !== 'ended');

const mayTradeAt = (trader: Trader, id: string, exchange: string): boolean => {
  const place = deploymentPlaceOf(trader, id);
  return !place || (place.mode === 'live' && place.exchange === exchange && !place.isEnded);
};

const inFlightOf = (state: CreatedDeployment): string[] => {
  const coins = unsettledOrders(state).map(({ coin }) => coin);
  return coins.length === 0 ? [] : [...new Set([...coins, QUOTE_CURRENCY, FEE_COIN])];
};

/** The number of its place's last opening. */
const openingOf = (trader: Trader, { id }: Loaded): number => deploymentPlaceOf(trader, id)?.rank ?? 0;

/** One without a place bears any shortage: what it has left is free for the others. */
const rankOf = (trader: Trader, each: Loaded): number =>
  isOpen(trader, each) ? openingOf(trader, each) : Number.POSITIVE_INFINITY;

/** Whose books it has: its own after its first look. */
const sourceOf = ({ id, state }: Loaded): string =>
  state.holdings === null ? (state.created.continues ?? id) : id;

/** The deployments of an account that may have traded in it; `more`: those that a comparison counts from. */
export const accountBooks = async (
  stores: BookStores,
  { userId, exchange, isTestnet }: Account,
  more: readonly string[] = [],
): Promise<AccountBooks> => {
  const { state: trader } = await stores.traders.load(userId);
  const known = knownDeployments(trader).filter((id) => mayTradeAt(trader, id, exchange));
  const loading = [...new Set([...known, ...more])].map(async (id) => ({
    id,
    ...(await stores.deployments.load(id)),
  }));
  const loaded = (await Promise.all(loading)).filter((each): each is Loaded => {
    const { state } = each;
    if (!isCreated(state)) return false;
    const { created } = state;
    return created.mode === 'live' && created.exchange === exchange && created.isTestnet === isTestnet;
  });
  // The rest that one has left is counted once: for the newest that goes on with it.
  const heir = new Map(
    loaded
      .toSorted((one, other) => openingOf(trader, one) - openingOf(trader, other))
      .map((each) => [sourceOf(each), each.id]),
  );
  const members = loaded.map(async (each): Promise<Member> => {
    const { id, state } = each;
    const manages = isOpen(trader, each) && heir.get(sourceOf(each)) === id;
    return {
      deploymentId: id,
      books: manages ? await ownBooks(stores, state) : {},
      traded: state.traded,
      inFlight: inFlightOf(state),
      rank: rankOf(trader, each),
      isGone: !known.includes(id),
    };
  });
  return { trader, loaded, members: await Promise.all(members) };
};

/** Assets of deployments that changed between two looks at the books. */
export const changedBetween = (before: AccountBooks, after: AccountBooks): string[] => {
  const sequences = new Map(before.loaded.map(({ id, sequence }) => [id, sequence]));
  const changed = after.loaded.filter(({ id, sequence }) => sequences.get(id) !== sequence);
  return changed.flatMap(({ state }) => [...managedAssets(state), FEE_COIN]);
};
