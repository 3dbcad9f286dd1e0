// Why the numbers can be trusted, and how a result becomes trades.
import {
  IconChartHistogram,
  IconClockPause,
  IconDatabase,
  IconFingerprint,
  IconReceipt2,
  IconShieldLock,
} from '@tabler/icons-react';
import { COINS, FEES_PERCENT_DEFAULT } from '@tradeium/contracts';
import { percentOf } from '../../lib/format.ts';
import { Section } from './section.tsx';
import classes from './why-choose.module.css';

const REASONS = [
  {
    icon: IconClockPause,
    title: 'No trade before its time',
    text: 'Decisions at the close of a bar trade at the open of the next one. The engine enforces it.',
  },
  {
    icon: IconReceipt2,
    title: 'Fees on every order',
    text: `${percentOf(FEES_PERCENT_DEFAULT)} unless you set another rate. Cash never goes below zero, and you are warned when a strategy only works without fees.`,
  },
  {
    icon: IconDatabase,
    title: 'Real candles, gaps marked',
    text: `${COINS.length} coins, hour by hour. Exchange outages are counted, and a made-up price is never passed off as a real one.`,
  },
  {
    icon: IconChartHistogram,
    title: 'Statistics with a source',
    text: 'Sharpe, Sortino, Calmar and the rest by their standard definitions, next to holding BTC, with the odds that it was luck.',
  },
  {
    icon: IconShieldLock,
    title: 'Your code stays yours',
    text: 'Each run has its own sandbox: no network, nobody else’s data, gone when the run ends.',
  },
  {
    icon: IconFingerprint,
    title: 'Runs you can repeat',
    text: 'A result carries the hashes of its code, its candles and its settings. The same run gives the same numbers.',
  },
] as const;

const LIVE = [
  ['Play money first:', 'any result can trade on paper, with no keys and no money at the exchange.'],
  [
    'Then your exchange:',
    'the same plan of orders, each sent once at most, with a preview before you rebalance by hand.',
  ],
  [
    'Within your limits:',
    'largest order, daily turnover, a drawdown stop, and a switch that stops everything.',
  ],
] as const;

/** Six reasons, and what stands between a result and real money. */
export const WhyChoose = () => (
  <Section
    id="why-choose"
    lead="Anyone can draw a curve that goes up. What counts is whether it would have been yours."
  >
    <ul className={classes.reasons}>
      {REASONS.map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Icon size={24} stroke={1.6} aria-hidden />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
    <div className={classes.live}>
      <h3>From a result to an account</h3>
      <ul>
        {LIVE.map(([name, text]) => (
          <li key={name}>
            <strong>{name}</strong> {text}
          </li>
        ))}
      </ul>
    </div>
  </Section>
);
