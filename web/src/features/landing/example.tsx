// A result that cannot be trusted shows what sets the product apart.
import type { Finding } from '@tradeium/contracts';
import { verdictOf } from '../../lib/findings.ts';
import { percent, ratio, signedPercent } from '../../lib/format.ts';
import { HOLD_ALL_COINS } from '../../lib/returns/held-return.ts';
import { Findings, SeverityIcon } from '../../ui/findings.tsx';
import { CodeWindow } from './code-window.tsx';
import classes from './example.module.css';

const CODE = `from tradeium_strategy import equal_weight

def strategy(candles, settings):
    smooth = candles.close.rolling(21, center=True).mean()
    return equal_weight(smooth.ffill().diff() > 0)`;
const MARKED_LINE = 4;

/** The product's findings on this strategy: BTC, ETH, BNB, SOL, LINK, daily from 2021-01-01 to 2025-10-08, fees 0.1 %. */
const FINDINGS: readonly Finding[] = [
  {
    code: 'LOOK_AHEAD_CUT',
    severity: 'critical',
    data: { knownUntil: '2025-04-12', coin: 'BTC', at: '2025-04-08', weight: '0.5', withoutFuture: '0' },
  },
  {
    code: 'COSTS_EAT_PROFIT',
    severity: 'warning',
    data: { share: '41', grossProfit: '211,108,976.07', netProfit: '125,413,292.14' },
  },
  { code: 'HIGH_TURNOVER', severity: 'warning', data: { turnover: '71' } },
];
const FIGURES = [
  ['Total return', signedPercent(12_541.3292)],
  [HOLD_ALL_COINS, signedPercent(38.8414)],
  ['Sharpe', ratio(3.53)],
  ['Max drawdown', percent(-0.2327)],
] as const;

const verdict = verdictOf(FINDINGS);

const Result = () => (
  <div className={classes.result}>
    <dl className={classes.figures}>
      {FIGURES.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-real={name === HOLD_ALL_COINS || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
    <div className={classes.belief}>
      <h3>Can this result be believed?</h3>
      <p className={classes.verdict}>
        <SeverityIcon severity={verdict.severity} /> {verdict.text}
      </p>
      <Findings findings={FINDINGS} folded={false} />
    </div>
  </div>
);

/** A strategy with the most common mistake, and its findings. */
export const Example = () => (
  <section className={classes.example} aria-labelledby="example-title">
    <div className={classes.words}>
      <h2 id="example-title">It made 1,254,132&nbsp;%. None&nbsp;of&nbsp;it is real.</h2>
      <div>
        <p>
          One argument does it: a centred average knows the next ten days. Most backtests report the dream and
          let you find out with your own money.
        </p>
        <p>
          Tradeium runs every strategy again, first without the future, then with noise in its place. If a
          weight changes, the result names the date and the coin, above all figures.
        </p>
      </div>
    </div>
    <div className={classes.shown}>
      <CodeWindow name="smooth_turn.py" code={CODE} marked={MARKED_LINE}>
        <p className={classes.mistake}>
          <strong>Line {MARKED_LINE}:</strong> on 8 April, this average already contains the price of 18
          April. On the chart it looks like a fine trend filter.
        </p>
      </CodeWindow>
      <Result />
    </div>
  </section>
);
