// Before a strategy goes live: what the connected account holds, and which part of it will be traded.

import { Skeleton, Stack, Text } from '@mantine/core';
import { QUOTE_CURRENCY } from '@tradeium/contracts';
import { amount, money } from '../../../lib/format.ts';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { type Position, useListPositionsQuery } from '../api.ts';
import { codeWords } from '../trading-words.ts';

const worthOf = (positions: readonly Position[], assets: readonly string[]): number =>
  positions
    .filter(({ asset }) => assets.includes(asset))
    .reduce((sum, { value_usdt }) => sum + (value_usdt ?? 0), 0);

/** `coins`: those of the strategy; empty where they are not known. `isShared`: it manages a share of the account. */
export const AccountFacts = ({ coins, isShared }: { coins: readonly string[]; isShared: boolean }) => {
  const { currentData, error, isFetching, refetch } = useListPositionsQuery({});
  const named = coins.length === 0 ? '' : `: ${coins.join(', ')}`;
  const manages = isShared
    ? `It manages its share and the coins that it buys with it${named}. It trades nothing else in the account.`
    : `It manages all USDT in this account and the coins in its portfolio${named}.`;
  if (!currentData && error && !isFetching)
    return (
      <Stack gap="xs">
        <Text size="sm">{manages}</Text>
        <LoadFailure text={codeWords('Positions', error)} onRetry={() => void refetch()} />
      </Stack>
    );
  return (
    <Stack gap={4}>
      <Text size="sm">{manages}</Text>
      {currentData ? (
        <Text size="sm">
          The account is worth <b>{money(currentData.total_usdt)}</b>,{' '}
          {amount(worthOf(currentData.positions, [QUOTE_CURRENCY]))} of it in USDT.
          {coins.length === 0 || isShared ? null : (
            <>
              {' '}
              This strategy trades with{' '}
              <b>{money(worthOf(currentData.positions, [QUOTE_CURRENCY, ...coins]))}</b> of it.
            </>
          )}
        </Text>
      ) : (
        <Skeleton h={18} aria-label="Reading the account" />
      )}
    </Stack>
  );
};
