// The dialog that adds coins to the portfolio, or replaces it by a preset.
import { Button, Checkbox, Group, SimpleGrid, Text } from '@mantine/core';
import { COINS, PORTFOLIO_ENTRIES_MAX, portfolioOf, QUICK_ADDS } from '@tradeium/contracts';
import { useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { countWords, isFixed } from './settings.ts';
import { portfolioChosen, selectSettings } from './settings-slice.ts';

/** A checkbox for each coin; at ten entries the others are disabled. */
export const AddCoinsDialog = ({ onClose }: { onClose: () => void }) => {
  const dispatch = useAppDispatch();
  const { portfolio } = useAppSelector(selectSettings);
  const [chosen, setChosen] = useState<readonly string[]>(portfolio);
  const full = chosen.length >= PORTFOLIO_ENTRIES_MAX;
  const toggle = (coin: string) =>
    setChosen(chosen.includes(coin) ? chosen.filter((other) => other !== coin) : [...chosen, coin]);
  const apply = () => {
    dispatch(portfolioChosen(chosen));
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title="Add Coins to Portfolio" size="lg">
      <Group gap="xs" mb="md">
        {Object.entries(QUICK_ADDS).map(([name, coins]) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            title={`USDT, BTC, ${coins.join(', ')}: ${countWords(portfolioOf(coins))}`}
            onClick={() => setChosen(portfolioOf(coins))}
          >
            Use {name}
          </Button>
        ))}
        <Text size="sm" c="dimmed" ml="auto" role="status">
          {countWords(chosen)}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 3, xs: 4, sm: 6 }} spacing="sm">
        {COINS.filter((coin) => !isFixed(coin)).map((coin) => (
          <Checkbox
            key={coin}
            label={coin}
            checked={chosen.includes(coin)}
            disabled={full && !chosen.includes(coin)}
            onChange={() => toggle(coin)}
          />
        ))}
      </SimpleGrid>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={apply}>Apply</Button>
      </Group>
    </Dialog>
  );
};
