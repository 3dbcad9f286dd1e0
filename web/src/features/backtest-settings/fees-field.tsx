// The trading fee of every order, in percent.
import { Button, Text, TextInput } from '@mantine/core';
import {
  FEES_PERCENT_DEFAULT,
  FEES_PERCENT_MAX,
  FEES_PERCENT_MIN,
  FEES_PERCENT_STEP,
} from '@tradeium/contracts';
import { useId, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import classes from './fees-field.module.css';
import { feesOf } from './settings.ts';
import { feesChosen, selectSettings } from './settings-slice.ts';

/** The exchange that charges the preset fee. */
const EXCHANGE_LABEL = 'Binance';

/** A percentage; typed text is corrected when the field loses focus. */
export const FeesField = () => {
  const dispatch = useAppDispatch();
  const { feesPercent } = useAppSelector(selectSettings);
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (text: string) => {
    setTyped(text);
    dispatch(feesChosen(feesOf(text)));
  };
  const choosePreset = () => {
    setTyped(null);
    dispatch(feesChosen(FEES_PERCENT_DEFAULT));
  };
  return (
    <div className={classes.fees}>
      <TextInput
        size="xs"
        w={92}
        id={useId()}
        label="Trading Fees"
        type="number"
        inputMode="decimal"
        min={FEES_PERCENT_MIN}
        max={FEES_PERCENT_MAX}
        step={FEES_PERCENT_STEP}
        rightSection={
          <Text size="xs" c="dimmed">
            %
          </Text>
        }
        value={typed ?? String(feesPercent)}
        onChange={(event) => choose(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
      />
      <Button size="xs" variant="default" px={9} onClick={choosePreset}>
        {EXCHANGE_LABEL} {FEES_PERCENT_DEFAULT}%
      </Button>
    </div>
  );
};
