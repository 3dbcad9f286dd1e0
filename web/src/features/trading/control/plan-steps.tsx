// The steps in dialogs of rebalances and sells while they wait, and once their orders are sent.
import { Center, Loader, Text } from '@mantine/core';
import type { RebalancePreview, TradingRebalance } from '@tradeium/contracts';
import { useListRebalancesQuery } from '../api.ts';
import { planRows } from './rebalance-plan.ts';
import { RebalanceResult } from './rebalance-result.tsx';

export const Waiting = ({ text }: { text: string }) => (
  <Center p="lg" role="status">
    <Loader size="sm" mr="sm" />
    <Text size="sm">{text}</Text>
  </Center>
);

/** The rebalance as it is now, while it goes on. */
const useFollowed = (chatId: string, result: TradingRebalance): TradingRebalance => {
  const { data } = useListRebalancesQuery({ id: chatId }, { skip: result.status !== 'running' });
  return data?.find(({ rebalance_id }) => rebalance_id === result.rebalance_id) ?? result;
};

type FollowedProps = { chatId: string; preview: RebalancePreview; result: TradingRebalance };

export const Followed = ({ chatId, preview, result }: FollowedProps) => (
  <RebalanceResult result={useFollowed(chatId, result)} coins={planRows(preview).map(({ coin }) => coin)} />
);
