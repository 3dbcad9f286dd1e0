// How much of the account a deployment manages: everything, an amount or a percentage, next to what is free.
import { Radio, Stack, Text, TextInput } from '@mantine/core';
import type { Share } from '@tradeium/contracts';
import { money, percentOf } from '../../../lib/format.ts';
import { useListPositionsQuery } from '../api.ts';
import { shareWords } from '../share-words.ts';
import { type ShareValues, usdtOfPercent } from './share-values.ts';

type ShareFieldsProps = {
  field: (name: keyof ShareValues) => object;
  values: ShareValues;
  /** The share of the replaced deployment; null without any. */
  kept: Share | null;
  /** The replaced deployment: what it manages is free for this one. */
  replacedId: string | undefined;
  /** Another deployment has a share of the account. */
  isBeside: boolean;
};

type Free = { readonly usdt: number | null; readonly percent: number | null };

const FreeNote = ({ values: { shareKind, sharePercent }, free }: { values: ShareValues; free: Free }) => {
  if (free.usdt === null || shareKind === 'keep' || shareKind === 'all') return null;
  const begins = shareKind === 'percent' ? usdtOfPercent(sharePercent, free.usdt, free.percent) : null;
  return (
    <Text size="sm" role="status">
      <b>{money(free.usdt)}</b> of the account is free.
      {shareKind === 'percent' && free.percent !== null && free.percent < 100
        ? ` Other deployments leave ${percentOf(free.percent)} of the account.`
        : ''}
      {begins === null ? '' : ` It begins with ${money(begins)}.`}
    </Text>
  );
};

const RULES: Readonly<Record<ShareValues['shareKind'], string>> = {
  keep: 'It goes on with the USDT and the coins of its portfolio that the deployment before it has.',
  all: 'No other deployment can trade this account at the same time.',
  usdt: 'It begins with this USDT and no coins. Later deposits are not added to it.',
  percent:
    'It begins with this part of the USDT and no coins, and the same part of later deposits is added to it. Fixed amounts of other deployments come off the account first.',
};

export const ShareFields = ({ field, values, kept, replacedId, isBeside }: ShareFieldsProps) => {
  const asked = replacedId === undefined ? {} : { except_deployment_id: replacedId };
  const { currentData } = useListPositionsQuery(asked);
  const free = { usdt: currentData?.free_usdt ?? null, percent: currentData?.free_percent ?? null };
  const { shareKind } = values;
  return (
    <Stack gap="xs">
      <Radio.Group label="How much of the account" {...field('shareKind')}>
        <Stack gap="xs" mt={6}>
          {kept === null ? null : <Radio value="keep" label={`As before: ${shareWords(kept)}`} />}
          <Radio
            value="all"
            label="Everything"
            disabled={isBeside}
            description={isBeside ? 'Another deployment has a share of this account.' : undefined}
          />
          <Radio value="usdt" label="An amount in USDT" />
          <Radio value="percent" label="A percentage" />
        </Stack>
      </Radio.Group>
      {shareKind === 'usdt' ? (
        <TextInput label="Amount in USDT" inputMode="decimal" maw={280} {...field('shareUsdt')} />
      ) : null}
      {shareKind === 'percent' ? (
        <TextInput
          label="Percentage of the account after fixed amounts"
          inputMode="decimal"
          maw={280}
          {...field('sharePercent')}
        />
      ) : null}
      <FreeNote values={values} free={free} />
      <Text size="xs" c="dimmed">
        {RULES[shareKind]}
      </Text>
    </Stack>
  );
};
