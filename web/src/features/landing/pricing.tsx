// The product's prices, computed from the constants that the product itself charges by.
import {
  BACKTEST_VUT_PER_MILLION_CELLS,
  DATE_MAX,
  DATE_MIN,
  estimateRunCost,
  FIXED_PORTFOLIO,
  FREE_TIER_MONTHLY_VUT,
  PURCHASE_PRESETS_USD,
  PURCHASE_USD_MAX,
  PURCHASE_USD_MIN,
  QUICK_ADDS,
  REBALANCE_VUT,
  TOP_5_PORTFOLIO,
  toVut,
  VUT_PER_USD,
  WELCOME_CREDITS_VUT,
} from '@tradeium/contracts';
import { dollars, roundNumber, wholeNumber } from '../../lib/format.ts';
import classes from './pricing.module.css';
import { Section } from './section.tsx';

const TOP_10 = [...FIXED_PORTFOLIO, ...QUICK_ADDS['Top 10']];

const RUNS = [
  {
    name: 'A year of daily candles, Top 5 portfolio',
    run: { portfolio: TOP_5_PORTFOLIO, timeframe: '24h', start_date: '2024-10-09', end_date: DATE_MAX },
  },
  {
    name: 'Four years of 4-hour candles, Top 10 portfolio',
    run: { portfolio: TOP_10, timeframe: '4h', start_date: '2021-10-09', end_date: DATE_MAX },
  },
  {
    name: 'Every hour since 2020, Top 10 portfolio',
    run: { portfolio: TOP_10, timeframe: '1h', start_date: DATE_MIN, end_date: DATE_MAX },
  },
] as const;

const inDollars = (vut: number): string => {
  const usd = vut / VUT_PER_USD;
  return usd < 0.01 ? `under ${dollars(0.01)}` : dollars(usd);
};

/** Rounded down to two digits: a promise that is kept. */
const runsFor = (vut: number, cost: number): string => {
  const runs = vut / cost;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(runs)) - 1);
  return wholeNumber(Math.floor(runs / unit) * unit);
};

const Free = () => (
  <div className={classes.free}>
    <h3>Start for free</h3>
    <p className={classes.amount}>
      {wholeNumber(WELCOME_CREDITS_VUT)} <span>VUT</span>
    </p>
    <p>
      Yours with the first account of your mailbox, as soon as its address is verified. After that, a free
      account that holds less than {wholeNumber(FREE_TIER_MONTHLY_VUT)} VUT is filled up to it every month.
    </p>
  </div>
);

const TopUp = () => (
  <div className={classes.topUp}>
    <h3>Top up when you need more</h3>
    <ul className={classes.presets}>
      {PURCHASE_PRESETS_USD.map((usd) => (
        <li key={usd}>
          <strong>${usd}</strong> {wholeNumber(usd * VUT_PER_USD)} VUT
        </li>
      ))}
    </ul>
    <p>
      Or any other amount from ${PURCHASE_USD_MIN} to ${wholeNumber(PURCHASE_USD_MAX)}. Paid in crypto,
      through NOWPayments; credits that you bought stay until you use them.
    </p>
  </div>
);

const Costs = () => (
  <div className={classes.costs}>
    <table>
      <caption>
        What a backtest costs: {BACKTEST_VUT_PER_MILLION_CELLS} VUT for a million candles (bars × coins)
      </caption>
      <thead>
        <tr>
          <th scope="col">Backtest</th>
          <th scope="col">Cost</th>
          <th scope="col">In dollars</th>
          <th scope="col">With {wholeNumber(WELCOME_CREDITS_VUT)} VUT</th>
        </tr>
      </thead>
      <tbody>
        {RUNS.map(({ name, run }) => {
          const cost = toVut(estimateRunCost(run));
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{roundNumber(cost)} VUT</td>
              <td>{inDollars(cost)}</td>
              <td>{runsFor(WELCOME_CREDITS_VUT, cost)} runs</td>
            </tr>
          );
        })}
      </tbody>
    </table>
    <p>
      Checks for look-ahead are included. A run that fails or is cancelled costs nothing. A live rebalance
      costs {REBALANCE_VUT} VUT if the exchange accepts an order, on paper it is free, and agents cost by how
      much they read and write.
    </p>
  </div>
);

/** Prices in credits, and what a credit is. */
export const Pricing = () => (
  <Section
    id="pricing"
    lead={`No subscription. You pay for what you compute, in credits called VUT: ${wholeNumber(VUT_PER_USD)} of them cost one US dollar.`}
  >
    <div className={classes.cards}>
      <Free />
      <TopUp />
      <Costs />
    </div>
  </Section>
);
