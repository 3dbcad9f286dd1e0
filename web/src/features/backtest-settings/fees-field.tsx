// The trading fee of every order, in percent.
import { Button, Text, TextInput } from '@mantine/core';
import { FEES_PERCENT_DEFAULT, FEES_PERCENT_STEP } from '@tradeium/contracts';
import { type KeyboardEvent, useId, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { fractionOf, typedNumber } from '../../lib/format.ts';
import classes from './fees-field.module.css';
import { feesOf } from './settings.ts';
import { feesChosen, selectSettings } from './settings-slice.ts';

/** The exchange that charges the preset fee. */
const EXCHANGE_LABEL = 'Binance';

/** A percentage, with a point or a comma; typed text is corrected when the field loses focus. */
export const FeesField = () => {
  const dispatch = useAppDispatch();
  const { fees } = useAppSelector(selectSettings);
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (text: string) => {
    setTyped(text);
    dispatch(feesChosen(fractionOf(feesOf(text))));
  };
  const choosePreset = () => {
    setTyped(null);
    dispatch(feesChosen(fractionOf(FEES_PERCENT_DEFAULT)));
  };
  const step = (event: KeyboardEvent) => {
    const sign = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (sign === undefined) return;
    event.preventDefault();
    setTyped(null);
    dispatch(feesChosen(fractionOf(feesOf(String(100 * fees + sign * FEES_PERCENT_STEP)))));
  };
  return (
    <div className={classes.fees}>
      <TextInput
        size="xs"
        id={useId()}
        label="Trading Fees"
        inputMode="decimal"
        autoComplete="off"
        rightSection={
          <Text size="xs" c="dimmed">
            %
          </Text>
        }
        value={typed ?? typedNumber(100 * fees)}
        onChange={(event) => choose(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
        onKeyDown={step}
      />
      <Button size="compact-xs" variant="subtle" className={classes.preset ?? ''} onClick={choosePreset}>
        {EXCHANGE_LABEL} {FEES_PERCENT_DEFAULT}%
      </Button>
    </div>
  );
};
