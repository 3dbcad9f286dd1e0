// Live trading of all accounts, one row a user.
import { Text } from '@mantine/core';
import { type AdminTrader, EXCHANGE_DEFAULT } from '@tradeium/contracts';
import type { Input } from '../../../core/endpoints.ts';
import { alignedNumber, dateTime, dollars, signedPercent, wholeNumber } from '../../../lib/format.ts';
import { userPath } from '../admin-links.ts';
import { useListTradingInfiniteQuery } from '../api.ts';
import { useListPlace } from '../list-place.ts';
import { type ListChoice, ListTools } from '../list-tools.tsx';
import { ListView } from '../list-view.tsx';
import type { OperatorColumn } from '../operator-table.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { DASH, nameOf } from '../words.ts';

/** By the exchange's id; any other is shown by its id. */
const EXCHANGE_LABELS: Readonly<Record<string, string>> = { [EXCHANGE_DEFAULT]: 'Binance' };

const exchangeLabel = (name: string): string => {
  const exchange = name || EXCHANGE_DEFAULT;
  return EXCHANGE_LABELS[exchange] ?? exchange;
};

const lastRebalance = ({ last_rebalance_at, has_active_deployment }: AdminTrader): string => {
  if (last_rebalance_at !== null) return dateTime(last_rebalance_at);
  return has_active_deployment ? 'Never' : DASH;
};

const autoRebalance = ({ has_active_deployment, auto_rebalance_enabled }: AdminTrader): string => {
  if (!has_active_deployment) return DASH;
  return auto_rebalance_enabled ? 'Enabled' : 'Disabled';
};

/** Green where nothing was lost, else red; its sign says so too. */
const Return = ({ percent }: { percent: number }) => (
  <span data-gain={percent >= 0 || undefined} data-loss={percent < 0 || undefined}>
    {signedPercent(percent / 100)}
  </span>
);

const COLUMNS: readonly OperatorColumn<AdminTrader>[] = [
  { name: 'Username', widthPx: 130, isLink: true, cell: nameOf },
  { name: 'Email', widthPx: 195, cell: ({ email }) => email || DASH },
  { name: 'API Keys', widthPx: 75, cell: ({ has_api_keys }) => (has_api_keys ? 'Yes' : 'No') },
  { name: 'Exchange', widthPx: 85, cell: ({ exchange_name }) => exchangeLabel(exchange_name) },
  {
    name: 'Active Deployment',
    widthPx: 140,
    cell: ({ has_active_deployment, active_deployments, mode }) => (
      <>
        <StatusBadge status={has_active_deployment ? 'active' : 'inactive'} />
        {mode === null ? null : ` ${mode}`}
        {active_deployments > 1 ? ` × ${wholeNumber(active_deployments)}` : null}
      </>
    ),
  },
  { name: 'Strategy Chat', widthPx: 140, cell: ({ strategy_chat_name }) => strategy_chat_name || DASH },
  {
    name: 'Strategy Backtest',
    widthPx: 150,
    cell: ({ strategy_backtest_name }) => strategy_backtest_name || DASH,
  },
  { name: 'Auto Rebalance', widthPx: 112, cell: autoRebalance },
  {
    name: 'Interval (hours)',
    widthPx: 108,
    isNumber: true,
    cell: ({ rebalance_interval_hours: hours }) => (hours === null ? DASH : alignedNumber(hours, 1)),
  },
  { name: 'Last Rebalance', widthPx: 150, sort: 'last_rebalance_at', cell: lastRebalance },
  {
    name: 'Portfolio Value',
    widthPx: 122,
    isNumber: true,
    sort: 'total_portfolio_value',
    cell: ({ total_portfolio_value: value, valued_at }) =>
      value === null ? (
        DASH
      ) : (
        <span title={valued_at === null ? undefined : `As of ${dateTime(valued_at)}`}>{dollars(value)}</span>
      ),
  },
  {
    name: 'Return',
    widthPx: 92,
    isNumber: true,
    sort: 'total_return_percent',
    cell: ({ total_return_percent: percent }) => (percent === null ? DASH : <Return percent={percent} />),
  },
  {
    name: 'Positions',
    widthPx: 76,
    isNumber: true,
    cell: ({ positions_count }) => (positions_count === null ? DASH : wholeNumber(positions_count)),
  },
];

const CHOICES: readonly ListChoice<'active'>[] = [
  {
    name: 'active',
    label: 'Deployment',
    options: [
      { value: '', label: 'With or without a deployment' },
      { value: 'true', label: 'Active deployment' },
      { value: 'false', label: 'No active deployment' },
    ],
  },
];

const userIdOf = ({ user_id }: AdminTrader) => user_id;

export const TradingTab = () => {
  const place = useListPlace('trading', ['active']);
  const answer = useListTradingInfiniteQuery(place.given as Input<'listTrading'>);
  return (
    <section aria-label="Trading">
      <ListTools
        filters={place.given}
        onFilter={place.change}
        choices={CHOICES}
        searched="Username, email or user id"
        isRefreshing={answer.isFetching}
        onRefresh={() => void answer.refetch()}
        exportHref={place.exportHref}
      />
      <ListView
        label="Live trading by user"
        words={['user', 'users']}
        answer={answer}
        failure="Failed to load trading info"
        empty="No accounts match."
        columns={COLUMNS}
        keyOf={userIdOf}
        hrefOf={({ user_id }) => userPath(user_id)}
        order={place.order}
        onOrder={place.onOrder}
      />
      <Text size="xs" c="dimmed" mt="xs">
        Values and returns are those of the last rebalance or valuation, of real money where the newest
        deployment is live and of play money where it is on paper; deposits and withdrawals are left out of
        returns.
      </Text>
    </section>
  );
};
