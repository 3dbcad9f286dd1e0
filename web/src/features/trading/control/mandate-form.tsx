// The limits that a user sets for a deployment: enforced outside the strategy.
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type DeploymentStatus, QUOTE_CURRENCY } from '@tradeium/contracts';
import { useState } from 'react';
import { dateOf } from '../../../lib/dates/date-range.ts';
import { messageOf } from '../../../lib/failure.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { DayInput } from '../../../ui/forms/day-input.tsx';
import { FailureAlert } from '../../../ui/loading/failure-alert.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useChangeMandateMutation } from '../api.ts';
import { type MandateValues, mandateOf, mandateProblems, valuesOf } from './mandate-values.ts';

const DAY_MS = 86_400_000;
export const today = (): string => dateOf(Math.floor(Date.now() / DAY_MS));

const NO_COIN = 'Choose at least one coin. To buy none, switch auto-rebalance off.';

type CoinsProps = {
  portfolio: readonly string[];
  coins: readonly string[];
  onChange: (coins: string[]) => void;
};

const Coins = ({ portfolio, coins, onChange }: CoinsProps) => (
  <Checkbox.Group label="Coins it may buy" value={[...coins]} onChange={onChange}>
    <Group gap="sm" mt={6}>
      {portfolio.map((coin) => (
        <Checkbox key={coin} value={coin} label={coin} />
      ))}
    </Group>
  </Checkbox.Group>
);

type LimitInputProps = { label: string; description?: string; unit: 'USDT' | '%' };

const LimitInput = ({ unit, ...input }: LimitInputProps) => (
  <TextInput
    inputMode="decimal"
    rightSectionWidth={unit === '%' ? 28 : 48}
    rightSection={
      <Text size="xs" c="dimmed">
        {unit}
      </Text>
    }
    {...input}
  />
);

type MandateFieldsProps = {
  field: (name: keyof MandateValues) => object;
  /** Empty: the coins are not limited here. */
  portfolio: readonly string[];
  coins: readonly string[];
  onCoins: (coins: string[]) => void;
};

/** The limits, without the form around them. */
export const MandateFields = ({ field, portfolio, coins, onCoins }: MandateFieldsProps) => (
  <>
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" maw={720}>
      <LimitInput label="Largest order" unit="USDT" {...field('orderMax')} />
      <LimitInput label="Max daily turnover" unit="USDT" {...field('turnoverMax')} />
      <LimitInput
        label="Stop at a drawdown of"
        description="You are warned at 80 percent of this drawdown. Only you can resume trading."
        unit="%"
        {...field('drawdownStop')}
      />
      <NativeSelect
        label="At that drawdown"
        description="Watched by prices every minute. A sell follows at once, at most 1 % below the current price."
        data={[
          { value: 'pause', label: 'Stop, keep the coins' },
          { value: 'sell', label: 'Stop, sell to USDT' },
        ]}
        {...field('onDrawdown')}
      />
      <DayInput
        label="Last day (UTC)"
        description="No orders are sent after this day."
        {...field('expires')}
      />
    </SimpleGrid>
    <Radio.Group label="When a limit is reached" {...field('onLimit')}>
      <Stack gap={6} mt={6}>
        <Radio
          value="cut"
          label="Send smaller orders"
          description="An order above the largest one or the day's turnover is cut to it. The rest follows at the next rebalances."
        />
        <Radio
          value="stop"
          label="Stop the rebalance"
          description="It ends at the first order above a limit. Orders before that one are sent."
        />
      </Stack>
    </Radio.Group>
    {portfolio.length > 0 ? <Coins portfolio={portfolio} coins={coins} onChange={onCoins} /> : null}
  </>
);

/** An empty field means no limit. */
export const MandateForm = ({ status }: { status: DeploymentStatus }) => {
  const [save, { isLoading }] = useChangeMandateMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const tradable = status.portfolio.filter((coin) => coin !== QUOTE_CURRENCY);
  const [coins, setCoins] = useState<readonly string[]>(status.mandate.coins ?? tradable);
  const { form, field } = useForm<MandateValues>({
    initial: valuesOf(status.mandate),
    check: (values) => mandateProblems(values, today()),
    send: async (values) => {
      setProblem(coins.length === 0 ? NO_COIN : null);
      if (coins.length === 0) return undefined;
      const allowed = tradable.every((coin) => coins.includes(coin)) ? null : coins;
      const { error } = await save({ id: status.backtest_session_id, ...mandateOf(values, allowed) });
      if (error) setProblem(messageOf(error));
      else showToast('success', 'Limits saved');
      return undefined;
    },
  });
  return (
    <form {...form}>
      <Stack gap="sm" mt="xs">
        <Text size="xs" c="dimmed">
          Enforced outside the strategy, whatever its code says. Leave a field empty for no limit.
        </Text>
        <MandateFields field={field} portfolio={tradable} coins={coins} onCoins={setCoins} />
        {problem === null ? null : <FailureAlert>{problem}</FailureAlert>}
        <Group>
          <Button type="submit" size="compact-sm" variant="default" loading={isLoading}>
            Save limits
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
