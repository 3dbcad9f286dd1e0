// The starting capital of a backtest, its slippage against the open, and its rebalance policy.
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { REBALANCE_CALENDARS } from '@tradeium/contracts';
import { useId, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { fractionOf, typedNumber } from '../../lib/format.ts';
import { CALENDAR_LABELS } from '../../lib/policy-words.ts';
import { calendarChoiceOf, capitalOf, driftBandEndOf, driftBandOf, slippageOf } from './settings.ts';
import classes from './settings-panel.module.css';
import {
  calendarChosen,
  capitalChosen,
  driftBandChosen,
  driftBandEndChosen,
  selectSettings,
  slippageChosen,
} from './settings-slice.ts';

type NumberFieldProps = {
  label: string;
  unit: string;
  unitWidth: number;
  value: number;
  onType: (text: string) => void;
};

/** A text field, so that commas and spaces can be typed; what is typed is put right when the field is left. */
const NumberField = ({ label, unit, unitWidth, value, onType }: NumberFieldProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      size="xs"
      id={useId()}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      rightSectionWidth={unitWidth}
      rightSection={
        <Text size="xs" c="dimmed">
          {unit}
        </Text>
      }
      value={typed ?? typedNumber(value)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onType(event.currentTarget.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
};

/** Slippage in percent, then the starting capital in USDT. */
export const MoneyFields = () => {
  const dispatch = useAppDispatch();
  const { slippage, startingCapital } = useAppSelector(selectSettings);
  return (
    <>
      <NumberField
        label="Slippage"
        unit="%"
        unitWidth={26}
        value={100 * slippage}
        onType={(text) => dispatch(slippageChosen(fractionOf(slippageOf(text))))}
      />
      <NumberField
        label="Starting capital"
        unit="USDT"
        unitWidth={44}
        value={startingCapital}
        onType={(text) => dispatch(capitalChosen(capitalOf(text)))}
      />
    </>
  );
};

const ENDS = [
  { value: 'target', label: 'Target' },
  { value: 'edge', label: 'Edge' },
];

const CALENDARS = REBALANCE_CALENDARS.map((value) => ({ value, label: CALENDAR_LABELS[value] }));

/** When it trades, how far a coin may drift from its target before it is traded, and where it is brought then. */
export const PolicyFields = () => {
  const dispatch = useAppDispatch();
  const { driftBandPercent, driftBandTo, rebalanceEvery } = useAppSelector(selectSettings);
  return (
    <div className={classes.policy}>
      <NativeSelect
        size="xs"
        id={useId()}
        rightSectionWidth={16}
        label="Rebalance"
        value={rebalanceEvery}
        data={CALENDARS}
        onChange={(event) => dispatch(calendarChosen(calendarChoiceOf(event.currentTarget.value)))}
      />
      <NumberField
        label="Drift band"
        unit="%"
        unitWidth={20}
        value={driftBandPercent}
        onType={(text) => dispatch(driftBandChosen(driftBandOf(text)))}
      />
      <NativeSelect
        size="xs"
        id={useId()}
        rightSectionWidth={16}
        label="To"
        aria-label="Rebalance to"
        disabled={driftBandPercent === 0}
        value={driftBandTo}
        data={ENDS}
        onChange={(event) => dispatch(driftBandEndChosen(driftBandEndOf(event.currentTarget.value)))}
      />
    </div>
  );
};
