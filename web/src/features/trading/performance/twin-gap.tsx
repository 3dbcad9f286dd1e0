// Why a deployment is worth more or less than its backtest over the same time: a sentence, and a table of the causes.
import { Table, Text } from '@mantine/core';
import type { TwinGap } from '@tradeium/contracts';
import { money, percent, signedMoney, utcDateTime } from '../../../lib/format.ts';
import { Fold } from '../../../ui/fold.tsx';
import { Signed } from '../../../ui/signed.tsx';
import { CardTable, type Column } from '../card-table.tsx';

const CAUSE_COLUMNS: readonly Column[] = [
  { name: 'Cause' },
  { name: 'What it is' },
  { name: 'Effect', isNumber: true },
];

type Split = NonNullable<TwinGap['split']>;

const CAUSES: readonly { key: keyof Split['parts']; name: string; meaning: string }[] = [
  {
    key: 'signal',
    name: 'Signal',
    meaning: 'Weights that differ from those of the backtest, or a manual rebalance',
  },
  { key: 'timing', name: 'Timing', meaning: 'Prices moved between the open of the bar and the plan' },
  { key: 'price', name: 'Price', meaning: 'Orders filled at prices other than planned' },
  { key: 'fee', name: 'Fee', meaning: 'Fees that differ from those the backtest assumes' },
  {
    key: 'skipped',
    name: 'Skipped',
    meaning: 'Not traded: rounded, too small, unfilled or missed; and what was traded outside of Tradeium',
  },
];

/** Less than half a cent is nothing. */
const NOTHING_USDT = 0.005;

const comparison = ({ live_usdt: live, twin_usdt: twin }: Split): string => {
  const gap = live - twin;
  if (Math.abs(gap) < NOTHING_USDT)
    return 'The strategy is worth as much as its backtest over the same period';
  const share = twin > 0 ? ` (${percent(Math.abs(gap) / twin)})` : '';
  return `The strategy is worth ${money(Math.abs(gap))}${share} ${gap > 0 ? 'more' : 'less'} than its backtest over the same period`;
};

const Causes = ({ split }: { split: Split }) => (
  <CardTable label="Why the strategy and its backtest differ" columns={CAUSE_COLUMNS} verticalSpacing={4}>
    {CAUSES.map(({ key, name, meaning }) => (
      <Table.Tr key={key}>
        <Table.Th scope="row">{name}</Table.Th>
        <Table.Td data-place="line">
          <Text size="xs" c="dimmed">
            {meaning}
          </Text>
        </Table.Td>
        <Table.Td ta="right" data-place="head">
          <Signed text={signedMoney(split.parts[key])} />
        </Table.Td>
      </Table.Tr>
    ))}
    <Table.Tr>
      <Table.Th scope="row" colSpan={2}>
        Together
      </Table.Th>
      <Table.Td ta="right" data-place="head">
        <Signed text={signedMoney(split.live_usdt - split.twin_usdt)} />
      </Table.Td>
    </Table.Tr>
  </CardTable>
);

const sentences = ({ state, problem, split }: TwinGap): string => {
  const compared = split ? `${comparison(split)}, at the close of ${utcDateTime(split.timestamp)}.` : '';
  if (state !== 'failed') return compared;
  return `Its backtest could not be updated: ${problem ?? 'unknown'}. It is tried again with the next bar at the latest. ${compared}`;
};

/** Nothing before there is something to compare, or to mend. */
export const TwinGapSplit = ({ gap }: { gap: TwinGap }) => {
  const said = sentences(gap);
  return said === '' ? null : (
    <section aria-label="The strategy and its backtest">
      <Text size="sm" mt={4}>
        {said}
      </Text>
      {gap.split ? (
        <Fold label="Why they differ">
          <Causes split={gap.split} />
        </Fold>
      ) : null}
    </section>
  );
};
