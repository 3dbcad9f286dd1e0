// Describes the built-in private strategy: what it does and how to run it. Its code never leaves the server.
import { Badge, Group, Paper, Text, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { PRIVATE_STRATEGY_NAME } from '@tradeium/contracts';
import { ScrollPlace } from '../../ui/tables/scroll-place.tsx';
import classes from './private-strategy-card.module.css';

const RULES: readonly (readonly [name: string, text: string])[] = [
  [
    'Several timeframes',
    'It looks at how each coin has moved over a short, a medium and a long period, so that no single look-back decides alone.',
  ],
  [
    'Absolute momentum',
    'It holds a coin only while that coin rises, and no coin at all while the market falls. The rest stays in USDT.',
  ],
  ['Relative momentum', 'It holds only the strongest coins. The steadier a coin, the larger its share.'],
  [
    'Pace',
    'It decides once a week, whatever the data interval, and trades only when the coins change or have drifted from their shares.',
  ],
  [
    'Parameters',
    'The lengths of its three periods, how many coins it holds, the largest share of one, and the drift before it trades are fixed: they are round numbers, set before any backtest.',
  ],
];

const STEPS: readonly string[] = [
  'Choose coins, period, fees and data interval in the panel Backtest Settings.',
  'Press Execute Backtest.',
  'The result folder appears under Backtests with settings, statistics and a chart. Code and weights stay private.',
];

/** Shown in place of code. */
export const PrivateStrategyCard = () => (
  <ScrollPlace label={`About ${PRIVATE_STRATEGY_NAME}`} className={classes.place}>
    <Paper
      component="section"
      withBorder
      radius="lg"
      aria-label={PRIVATE_STRATEGY_NAME}
      className={classes.card ?? ''}
    >
      <Group gap="sm" mb={6}>
        <IconLock size={20} stroke={1.7} aria-hidden />
        <Title order={2} fz="lg">
          {PRIVATE_STRATEGY_NAME}
        </Title>
        <Badge size="sm" variant="light" color="yellow" tt="none">
          Private strategy
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        Dual momentum on several timeframes: a pre-built strategy that you can run but not modify.
      </Text>
      <Title order={3} className={classes.heading ?? ''}>
        What it does
      </Title>
      <dl className={classes.rules}>
        {RULES.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Title order={3} className={classes.heading ?? ''}>
        How to run it
      </Title>
      <ol className={classes.steps}>
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Paper>
  </ScrollPlace>
);
