// The settings of the next backtest: period, portfolio, fees and interval, and the button that runs it.
import { NativeSelect } from '@mantine/core';
import { type DateRange, TIMEFRAME_LABELS, TIMEFRAMES } from '@tradeium/contracts';
import { memo, type ReactNode, useId } from 'react';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { FeesField } from './fees-field.tsx';
import { MoneyFields, PolicyFields } from './money-fields.tsx';
import { PeriodField } from './period-field.tsx';
import { PortfolioField } from './portfolio-field.tsx';
import classes from './settings-panel.module.css';
import { selectSettings, timeframeChosen } from './settings-slice.ts';

type SettingsPanelProps = {
  candles: DateRange | null;
  /** The parameters of the strategy, where it has any. */
  parameters: ReactNode;
  /** The controls that run the backtest. */
  children: ReactNode;
};

const IntervalField = () => {
  const dispatch = useAppDispatch();
  const { timeframe } = useAppSelector(selectSettings);
  return (
    <NativeSelect
      size="xs"
      className={classes.interval ?? ''}
      id={useId()}
      label="DATA INTERVAL"
      value={timeframe}
      data={TIMEFRAMES.map((value) => ({ value, label: TIMEFRAME_LABELS[value] }))}
      onChange={(event) => {
        const chosen = TIMEFRAMES.find((known) => known === event.currentTarget.value);
        if (chosen) dispatch(timeframeChosen(chosen));
      }}
    />
  );
};

/** These settings don't depend on the strategy: rendering it leaves them alone. */
const Fields = memo(({ candles }: { candles: DateRange | null }) => (
  <>
    <PeriodField candles={candles} />
    <PortfolioField />
  </>
));

const Costs = memo(() => (
  <div className={classes.costs}>
    <FeesField />
    <IntervalField />
    <MoneyFields />
    <PolicyFields />
  </div>
));

/** Fills the panel 'Backtest Settings'. */
export const SettingsPanel = ({ candles, parameters, children }: SettingsPanelProps) => (
  <div className={classes.box}>
    <div className={classes.panel}>
      <div className={classes.settings}>
        <Fields candles={candles} />
        {parameters}
      </div>
      <div className={classes.side}>
        <Costs />
        <div className={classes.execute}>{children}</div>
      </div>
    </div>
  </div>
);
