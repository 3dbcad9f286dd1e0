// The live trading page, until live trading is there.
import { Button, Center } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import { Link } from 'wouter';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { EmptyPlace } from '../../ui/empty-place.tsx';

/** Says what will be here, and leads back to the existing parts. */
export const TradingPage = () => {
  usePageTitle('Trading');
  return (
    <Center mih="70vh">
      <EmptyPlace
        order={1}
        icon={IconRobot}
        title="Live trading is not available yet"
        text="It will let you connect an exchange account and have a backtested strategy rebalance it. Until then, backtest your strategy to find out what it is worth."
      >
        <Button component={Link} href="/app/backtest">
          Go to Backtest
        </Button>
      </EmptyPlace>
    </Center>
  );
};
