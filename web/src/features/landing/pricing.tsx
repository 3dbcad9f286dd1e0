// What the product costs.
import { Paper, SimpleGrid, Text } from '@mantine/core';
import {
  BACKTEST_VUT_PER_MILLION_CELLS,
  FREE_TIER_MONTHLY_VUT,
  VUT_PER_USD,
  WELCOME_CREDITS_VUT,
} from '@tradeium/contracts';
import { wholeNumber } from '../../lib/format.ts';
import classes from './pricing.module.css';

const PRICES = [
  {
    title: 'To start with',
    amount: `${wholeNumber(WELCOME_CREDITS_VUT)} VUT`,
    text: 'On your account as soon as your e-mail address is verified.',
  },
  {
    title: 'Every month',
    amount: `${wholeNumber(FREE_TIER_MONTHLY_VUT)} VUT`,
    text: 'A free account that holds less is filled up to this.',
  },
  {
    title: 'A backtest',
    amount: `${wholeNumber(BACKTEST_VUT_PER_MILLION_CELLS)} VUT per 1M cells`,
    text: 'A year of daily bars on ten coins costs less than 1 VUT, five years of hourly bars about 50. Failed and cancelled runs cost nothing.',
  },
] as const;

/** Prices in credits, and what a credit is. */
export const Pricing = () => (
  <>
    <Text ta="center" c="dimmed" mb="xl">
      No subscription. Credits are called VUT: {wholeNumber(VUT_PER_USD)} of them are one US dollar.
    </Text>
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
      {PRICES.map(({ title, amount, text }) => (
        <Paper key={title} withBorder radius="lg" p="lg" className={classes.price ?? ''}>
          <Text component="h3" size="sm" c="dimmed" m={0}>
            {title}
          </Text>
          <Text fz={22} fw={660} my={6}>
            {amount}
          </Text>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  </>
);
