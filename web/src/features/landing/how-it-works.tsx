// From an idea to a result, in three steps.
import { FOLDER_FILES, PORTFOLIO_ENTRIES_MAX, QUICK_ADDS, TIMEFRAME_LABELS } from '@tradeium/contracts';
import type { ReactNode } from 'react';
import { CodeWindow } from './code-window.tsx';
import classes from './how-it-works.module.css';
import { Section } from './section.tsx';

const CODE = `def strategy(candles, settings):
    momentum = rate_of_change(candles.close, 30)
    return equal_weight(momentum > 0)`;

const Chips = ({ names, chosen }: { names: readonly string[]; chosen?: string }) => (
  <ul className={classes.chips}>
    {names.map((name) => (
      <li key={name} data-chosen={name === chosen || undefined}>
        {name}
      </li>
    ))}
  </ul>
);

const Step = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <li className={classes.step}>
    <h3>{title}</h3>
    <p>{text}</p>
    {children}
  </li>
);

/** The three steps, in the product's own words. */
export const HowItWorks = () => (
  <Section id="how-it-works" lead="No data to download, nothing to set up. All you need is your browser.">
    <ol className={classes.steps}>
      <Step
        title="Create Strategy"
        text="Describe an idea: the Strategy Agent writes the Python, checks it and runs it before it answers. The Discovery Agent suggests ideas from the market’s own figures. Or start from the library and write it yourself."
      >
        <CodeWindow name="momentum.py" code={CODE} />
      </Step>
      <Step
        title="Choose the market"
        text={`Up to ${PORTFOLIO_ENTRIES_MAX} entries, any period since 2020, and the fee your exchange charges.`}
      >
        <Chips names={['USDT', 'BTC', ...QUICK_ADDS['Top 5'], 'SOL']} />
        <Chips names={Object.values(TIMEFRAME_LABELS)} chosen={TIMEFRAME_LABELS['24h']} />
      </Step>
      <Step
        title="Backtest Strategy"
        text="Watch it step by step. A year of daily candles takes about a second, checks included, and leaves a folder that you can read, compare and repeat."
      >
        <Chips names={FOLDER_FILES} />
        <p className={classes.passed}>No look-ahead found</p>
      </Step>
    </ol>
  </Section>
);
