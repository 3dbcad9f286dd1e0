// The portfolio as tags: coins come from a dialog or a quick add, and leave by their cross.
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { PORTFOLIO_ENTRIES_MAX, QUICK_ADDS } from '@tradeium/contracts';
import { Suspense, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import { FieldGroup } from '../../ui/forms/field-group.tsx';
import classes from './portfolio-field.module.css';
import { isFixed, leftOutWords, quickAddWords } from './settings.ts';
import { portfolioChosen, selectSettings } from './settings-slice.ts';

const AddCoinsDialog = lazyNamed(() => import('./add-coins-dialog.tsx'), 'AddCoinsDialog');

/** Tags of the portfolio; USDT and BTC cannot be removed. */
export const PortfolioField = () => {
  const dispatch = useAppDispatch();
  const { portfolio } = useAppSelector(selectSettings);
  const [isAdding, setAdding] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const choose = (entries: readonly string[]) => {
    setNote(null);
    dispatch(portfolioChosen(entries));
  };
  const add = (name: string, coins: readonly string[]) => {
    choose([...portfolio, ...coins]);
    setNote(leftOutWords(name, portfolio, coins));
  };
  return (
    <FieldGroup name="Portfolio">
      <Group gap={6} mb={4}>
        <span className={classes.label}>
          Portfolio{' '}
          <span className={classes.count}>
            {portfolio.length}/{PORTFOLIO_ENTRIES_MAX}
          </span>
          <span className={classes.rule}>, USDT and BTC count</span>
        </span>
        {portfolio.length < PORTFOLIO_ENTRIES_MAX ? (
          <Button
            size="compact-xs"
            variant="light"
            leftSection={<IconPlus size={13} />}
            onClick={() => setAdding(true)}
          >
            Add coins
          </Button>
        ) : null}
        {Object.entries(QUICK_ADDS).map(([name, coins]) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            title={quickAddWords(portfolio, coins)}
            onClick={() => add(name, coins)}
          >
            {name}
          </Button>
        ))}
      </Group>
      <ul className={classes.tags} aria-label="Coins of the portfolio">
        {portfolio.map((entry) => (
          <li key={entry} className={classes.tag} data-fixed={isFixed(entry) || undefined}>
            {entry}
            {isFixed(entry) ? (
              <IconLock size={12} aria-label="always part of the portfolio" />
            ) : (
              <CloseButton
                size={18}
                aria-label={`Remove ${entry}`}
                onClick={() => choose(portfolio.filter((other) => other !== entry))}
              />
            )}
          </li>
        ))}
      </ul>
      {note === null ? null : (
        <Text size="xs" className={classes.note ?? ''} role="status">
          {note}
        </Text>
      )}
      <Suspense>{isAdding ? <AddCoinsDialog onClose={() => setAdding(false)} /> : null}</Suspense>
    </FieldGroup>
  );
};
