// The holdings of an account: that of a chat's deployment, or the one behind the stored keys.
import { EXCHANGE_DEFAULT, isRefusal, messageOf, QUOTE_CURRENCY, type Refusal } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { deploymentOf } from '../../deployments/find-deployment.ts';
import { withoutNoise } from '../../deployments/without-noise.ts';
import { addDecimals } from '../../domain/decimal.ts';
import { type CreatedDeployment, managedAssets } from '../../domain/deployment-state.ts';
import { gainOf } from '../../domain/entries.ts';
import { countedPrices, unpricedCoins } from '../../domain/last-prices.ts';
import { freeUsdt, type Held, withinBooks } from '../../domain/shares.ts';
import { liveAt, percentTaken } from '../../domain/trader.ts';
import { performanceOf } from '../../domain/valuation.ts';
import type { ExchangeAccount } from '../../exchange/exchange-account.ts';
import { accountBooks, withBooks } from '../../rebalances/account-books.ts';
import { type AccountOwner, withAccount } from '../../rebalances/exchange-accounts.ts';
import type { Dependencies } from '../dependencies.ts';

const POSITIONS_MAX = 1_000;

const isHeld = ({ free, locked }: Held): boolean => Number(free) > 0 || Number(locked) > 0;

/** `deployment`: whose books say what its coins cost; null for the account behind the keys. */
type Owner = AccountOwner & { readonly deployment: CreatedDeployment | null };

/** Whose account is shown. */
const ownerOf = async (
  dependencies: Dependencies,
  userId: string,
  chatId: string | undefined,
): Promise<Owner | Refusal> => {
  if (chatId !== undefined) {
    const deployment = await deploymentOf(dependencies, userId, chatId);
    if (isRefusal(deployment)) return deployment;
    return { ...deployment.created, deployment: await withBooks(dependencies, deployment) };
  }
  const { state: trader } = await dependencies.traders.load(userId);
  const exchange = Object.keys(trader.keys)[0] ?? EXCHANGE_DEFAULT;
  const isTestnet = trader.keys[exchange]?.isTestnet ?? false;
  return { userId, deploymentId: '', mode: 'live', exchange, isTestnet, deployment: null };
};

const sumOf = (valued: readonly { readonly value_usdt: number | null }[]): number =>
  valued.reduce((sum, { value_usdt }) => sum + (value_usdt ?? 0), 0);

const worthOf = (balances: readonly Held[], prices: Readonly<Record<string, string>>): number =>
  balances.reduce(
    (sum, { asset, free, locked }) => sum + Number(addDecimals(free, locked)) * Number(prices[asset] ?? 0),
    0,
  );

const positionsOf = async (account: ExchangeAccount, deployment: CreatedDeployment | null) => {
  const all = await account.balances();
  const share = deployment?.created.share;
  const balances = share ? withinBooks(all, deployment.holdings ?? {}).filter(isHeld) : all;
  const coins = all.map(({ asset }) => asset).filter((asset) => asset !== QUOTE_CURRENCY);
  const last = deployment?.lastPrices ?? {};
  const now = { ...(await account.prices(coins)), [QUOTE_CURRENCY]: '1' };
  const prices = countedPrices(last, now);
  const valued = balances.slice(0, POSITIONS_MAX).map(({ asset, free, locked }) => {
    const price = prices[asset] === undefined ? null : Number(prices[asset]);
    const held = Number(addDecimals(free, locked));
    const gained = gainOf(deployment?.entries[asset], held, price);
    return {
      asset,
      free,
      locked,
      value_usdt: price === null ? null : held * price,
      price_usdt: price,
      priced_at: asset in now ? null : (last[asset]?.at ?? null),
      average_entry_usdt: gained?.average ?? null,
      unpriced_fees: [...(gained?.unpricedFees ?? [])],
      profit_loss_usdt: gained?.gain ?? null,
      profit_loss_percent: gained?.percent ?? null,
    };
  });
  const total = sumOf(valued);
  const positions = valued
    .map((each) => ({
      ...each,
      percent: each.value_usdt === null || total === 0 ? null : (100 * each.value_usdt) / total,
    }))
    .sort((a, b) => (b.value_usdt ?? 0) - (a.value_usdt ?? 0));
  const managed = deployment && managedAssets(deployment);
  const isManaged = ({ asset }: { readonly asset: string }) => managed?.includes(asset) ?? true;
  const holdings = Object.fromEntries(
    balances.filter(isManaged).map(({ asset, free, locked }) => [asset, addDecimals(free, locked)]),
  );
  const performance = deployment && performanceOf(deployment, holdings, prices);
  const isUnpriced = unpricedCoins(holdings, prices).length > 0;
  return {
    positions,
    total_usdt: total,
    managed_usdt: isUnpriced ? null : sumOf(valued.filter(isManaged)),
    elsewhere_usdt: share ? Math.max(0, worthOf(all, prices) - total) : null,
    return_percent: performance?.returnPercent ?? null,
  };
};

/** The amounts free for a new share of the account, besides the deployments that trade it; `except` counts as free. */
const freeOf = async (
  dependencies: Dependencies,
  { deployment, ...account }: Owner,
  positions: readonly Held[],
  except: string | undefined,
) => {
  if (deployment !== null) return { free_usdt: null, free_percent: null };
  const { trader, members } = await accountBooks(dependencies, account);
  const others = members.filter(({ deploymentId }) => deploymentId !== except);
  const cash = positions.find(({ asset }) => asset === QUOTE_CURRENCY)?.free ?? '0';
  const places = liveAt(trader, account.exchange, except).map(([, place]) => place);
  return { free_usdt: Number(freeUsdt(cash, others)), free_percent: 100 - percentTaken(places) };
};

/** Without a chat, the account behind the keys; a chat without a deployment, or of another user, has no positions. */
export const listPositions = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(messageOf('listPositions'), async (input, userId) => {
      const { backtest_session_id: chatId, except_deployment_id: except } = input;
      const owner = await ownerOf(dependencies, userId, chatId);
      if (isRefusal(owner)) return owner;
      const held = await withAccount(dependencies, owner, (account) =>
        positionsOf(account, owner.deployment),
      );
      if (isRefusal(held)) return held;
      const { mode, isTestnet } = owner;
      const free = await freeOf(dependencies, owner, held.positions, except);
      return answer(
        withoutNoise({ ...held, ...free, mode, is_testnet: isTestnet, at: dependencies.now().toISOString() }),
      );
    }),
  );
