// How far the users who registered in a range of days have come.
import type { AdminMetrics } from '@tradeium/contracts';
import { wholeNumber, wholePercent } from '../../../lib/format.ts';
import classes from './funnel.module.css';

const STEPS = [
  ['registered', 'Registered'],
  ['verified', 'Verified their email'],
  ['first_run', 'First backtest'],
  ['first_purchase', 'First purchase'],
  ['first_rebalance', 'First rebalance'],
] as const;

export const Funnel = ({ conversion }: { conversion: AdminMetrics['conversion'] }) => (
  <ol className={classes.steps}>
    {STEPS.map(([step, name]) => {
      const share = conversion.registered === 0 ? 0 : conversion[step] / conversion.registered;
      return (
        <li key={step}>
          <span>{name}</span>
          <strong>
            {wholeNumber(conversion[step])}
            {step === 'registered' ? null : ` (${wholePercent(share)})`}
          </strong>
          <span className={classes.bar} style={{ width: `calc(100% * ${share})` }} aria-hidden />
        </li>
      );
    })}
  </ol>
);
