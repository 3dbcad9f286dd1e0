// Offers the coins on which a strategy ran in the chat, where the next backtest would run on others.
import { Button, Group, Text } from '@mantine/core';
import { portfolioOf, QUOTE_CURRENCY } from '@tradeium/contracts';
import { useAppDispatch } from '../../core/store.ts';
import { counted } from '../../lib/format.ts';
import { portfolioChosen } from './settings-slice.ts';

const coinsIn = (portfolio: readonly string[]): string[] =>
  portfolioOf(portfolio).filter((entry) => entry !== QUOTE_CURRENCY);

type CoinsOfferProps = {
  /** On which it ran in the chat. */
  ran: readonly string[];
  portfolio: readonly string[];
};

/** The portfolio is the user's: only a press changes it. */
export const CoinsOffer = ({ ran, portfolio }: CoinsOfferProps) => {
  const dispatch = useAppDispatch();
  const [theirs, own] = [coinsIn(ran), coinsIn(portfolio)];
  if (theirs.length === own.length && theirs.every((coin) => own.includes(coin))) return null;
  return (
    <Group gap="xs" justify="space-between" role="note" aria-label="Coins of the strategy">
      <Text size="xs" flex="1 1 200px">
        In the chat it ran on {theirs.join(', ')}. This run uses your portfolio: {own.join(', ')}.
      </Text>
      <Button size="compact-xs" variant="default" onClick={() => dispatch(portfolioChosen(theirs))}>
        Use its {counted(theirs.length, 'coin', 'coins')}
      </Button>
    </Group>
  );
};
