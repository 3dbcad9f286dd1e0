// The trading fee of every order, in percent.
import { Button, Text, TextInput } from '@mantine/core';
import {
  FEES_PERCENT_DEFAULT,
  FEES_PERCENT_MAX,
  FEES_PERCENT_MIN,
  FEES_PERCENT_STEP,
} from '@tradeium/contracts';
import { useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../app/store.ts';
import { feesOf } from './settings.ts';
import { feesChosen, selectSettings } from './settings-slice.ts';

/** The exchange whose fee the preset is. */
const EXCHANGE_LABEL = 'Binance';

/** A number of percent; what is typed is put right when the field is left. */
export const FeesField = () => {
  const dispatch = useAppDispatch();
  const { feesPercent } = useAppSelector(selectSettings);
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (text: string) => {
    setTyped(text);
    dispatch(feesChosen(feesOf(text)));
  };
  return (
    <div>
      <TextInput
        size="xs"
        w={128}
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
      <Button
        size="compact-xs"
        variant="default"
        mt={6}
        onClick={() => {
          setTyped(null);
          dispatch(feesChosen(FEES_PERCENT_DEFAULT));
        }}
      >
        {EXCHANGE_LABEL} {FEES_PERCENT_DEFAULT}%
      </Button>
    </div>
  );
};
