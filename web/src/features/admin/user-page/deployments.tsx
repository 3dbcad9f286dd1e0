// A user's deployments: what trades, with which money, and why one does not.
import { Badge, Text } from '@mantine/core';
import type { AdminDeployment } from '@tradeium/contracts';
import { dateTime, money, signedPercent } from '../../../lib/format.ts';
import { Signed } from '../../../ui/signed.tsx';
import { type RowColumn, RowTable } from '../row-table.tsx';
import { FoundOnly, type FoundProps } from './found-only.tsx';

const STATES = {
  active: { color: 'green', word: 'Active' },
  paused: { color: 'yellow', word: 'Paused' },
  stopped: { color: 'red', word: 'Stopped' },
  ended: { color: 'gray', word: 'Ended' },
} as const;

const State = ({ status, reason, auto_rebalance }: AdminDeployment) => (
  <>
    <Badge variant="light" color={STATES[status].color} tt="none">
      {STATES[status].word}
    </Badge>
    <Text size="xs" c="dimmed" mt={4}>
      {reason ?? (auto_rebalance ? 'Rebalances by itself' : 'Rebalances by hand only')}
    </Text>
  </>
);

const COLUMNS: readonly RowColumn<AdminDeployment>[] = [
  {
    name: 'Strategy',
    cell: ({ chat_name, folder_name }) => (
      <>
        <bdi>{chat_name}</bdi>
        <Text size="xs" c="dimmed">
          <bdi>{folder_name}</bdi>
        </Text>
      </>
    ),
  },
  {
    name: 'Money',
    cell: ({ mode, exchange }) => (mode === 'paper' ? 'Paper' : `Live, ${exchange}`),
  },
  { name: 'State', cell: (deployment) => <State {...deployment} /> },
  { name: 'Deployed', cell: ({ created_at }) => dateTime(created_at) },
  {
    name: 'Last rebalance',
    cell: ({ last_rebalance_at }) => (last_rebalance_at === null ? 'Never' : dateTime(last_rebalance_at)),
  },
  {
    name: 'Value',
    isNumber: true,
    cell: ({ value_usdt, valued_at }) => (
      <>
        {money(value_usdt)}
        {valued_at === null ? null : (
          <Text size="xs" c="dimmed">
            at {dateTime(valued_at)}
          </Text>
        )}
      </>
    ),
  },
  {
    name: 'Return',
    isNumber: true,
    cell: ({ return_percent }) =>
      return_percent === null ? '—' : <Signed text={signedPercent(return_percent / 100)} />,
  },
];

type DeploymentsProps = FoundProps & { deployments: readonly AdminDeployment[] };

export const Deployments = ({ deployments, ...found }: DeploymentsProps) => {
  const shown = deployments.filter(({ id }) => id.startsWith(found.find));
  return (
    <>
      <FoundOnly {...found} section="deployments" />
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing was deployed.
        </Text>
      ) : (
        <RowTable label="Deployments" columns={COLUMNS} rows={shown} keyOf={({ id }) => id} />
      )}
    </>
  );
};
