// Confirms a deployment: with which money, and what that means.
import { Alert, Button, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import {
  type ConnectedKeys,
  NO_MANDATE,
  PAPER_CAPITAL_MAX,
  PAPER_CAPITAL_MIN,
  PAPER_CAPITAL_USDT,
  QUOTE_CURRENCY,
  type Share,
  type TradingDeployment,
} from '@tradeium/contracts';
import { useState } from 'react';
import { money, wholeNumber } from '../../../lib/format.ts';
import { type FieldErrors, useForm } from '../../../lib/forms/use-form.ts';
import { unbroken } from '../../../lib/result-facts.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx';
import { Fold } from '../../../ui/fold.tsx';
import {
  EXCHANGE_NAME,
  useListDeploymentsQuery,
  useListPositionsQuery,
  useSaveDeploymentMutation,
} from '../api.ts';
import { MandateFields, today } from '../control/mandate-form.tsx';
import { type MandateValues, mandateOf, mandateProblems, valuesOf } from '../control/mandate-values.ts';
import { ModeBadge } from '../mode-badge.tsx';
import { deployProblem } from '../trading-words.ts';
import { AccountFacts } from './account-facts.tsx';
import { ShareFields } from './share-fields.tsx';
import { type ShareValues, shareOf, shareProblems } from './share-values.ts';

export type DeployTarget = {
  readonly chatId: string;
  readonly folderName: string;
  /** The folder's name, as its user gave it. */
  readonly name: string;
  /** Coins, interval, range and the other settings of its backtest, in short words, where they are known. */
  readonly facts?: string | undefined;
  /** When it trades and beyond what drift, in words. */
  readonly policy?: string | undefined;
  /** Its coins, where they are known. */
  readonly portfolio?: readonly string[] | undefined;
};

type Mode = TradingDeployment['mode'];

type DeployDialogProps = {
  target: DeployTarget;
  /** Null without any: then only play money is offered. */
  keys: ConnectedKeys | null;
  first: Mode;
  onDeployed: (deployment: TradingDeployment) => void;
  onClose: () => void;
};

const LiveWarning = () => (
  <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
    This creates live trades using the connected exchange account. Review the strategy in backtesting first.
    Past performance does not guarantee future results.
  </Alert>
);

const PaperNote = () => (
  <Text size="sm" c="dimmed">
    No order reaches your exchange account, and rebalances cost nothing.
  </Text>
);

type ChoiceProps = { keys: ConnectedKeys; field: object };

const ModeChoice = ({ keys, field }: ChoiceProps) => (
  <Radio.Group label="Trade with" {...field}>
    <Stack gap="xs" mt={6}>
      <Radio
        value="live"
        label={
          <>
            The connected {EXCHANGE_NAME} account, key {keys.key_prefix}{' '}
            <ModeBadge look={keys.is_testnet ? 'testnet' : 'live'} />
          </>
        }
      />
      <Radio
        value="paper"
        label={
          <>
            Play money <ModeBadge look="paper" />
          </>
        }
      />
    </Stack>
  </Radio.Group>
);

const AMOUNT_WORDS = `Enter an amount from ${wholeNumber(PAPER_CAPITAL_MIN)} to ${wholeNumber(PAPER_CAPITAL_MAX)} USDT`;

/** Null for an amount that can be deployed. */
const capitalProblem = (capital: number | string): string | null => {
  const amount = capital === '' ? Number.NaN : Number(capital);
  return amount >= PAPER_CAPITAL_MIN && amount <= PAPER_CAPITAL_MAX ? null : AMOUNT_WORDS;
};

type PaperCapitalProps = { field: object; capital: number | string };

/** An amount that cannot be deployed is refused while it is typed. */
const PaperCapital = ({ field, capital }: PaperCapitalProps) => (
  <NumberInput
    label="Starting play money"
    suffix=" USDT"
    thousandSeparator=","
    allowNegative={false}
    clampBehavior="none"
    {...field}
    error={capitalProblem(capital)}
  />
);

/** The deployment whose place it takes; null: there is none, undefined: that is not known, and the server keeps its limits. */
type Replaced = TradingDeployment | null | undefined;

type FormProps = DeployDialogProps & { replaced: Replaced; others: readonly TradingDeployment[] };

type DeployValues = MandateValues & ShareValues & { mode: Mode; capital: number | string };

const deployProblems = ({ mode, capital, ...typed }: DeployValues): FieldErrors => {
  if (mode === 'live') return { ...shareProblems(typed), ...mandateProblems(typed, today()) };
  const problem = capitalProblem(capital);
  return problem === null ? {} : { capital: problem };
};

/** The values that a refusal is about. */
const askedOf = ({ mode, shareKind, shareUsdt, sharePercent }: ShareValues & { mode: Mode }): string =>
  [mode, shareKind, shareUsdt, sharePercent].join(' ');

/** `free`: USDT of the account that a share can have; null while that is not known. */
const overFree = ({ mode, shareKind, shareUsdt }: DeployValues, free: number | null): FieldErrors => {
  const isOver = mode === 'live' && shareKind === 'usdt' && free !== null && Number(shareUsdt) > free;
  return isOver ? { shareUsdt: `Enter at most ${money(free)}, which is what is free` } : {};
};

/** Where the replaced deployment is not known, everything may be what it had: the server keeps that. */
const shareAsked = (values: ShareValues, replaced: Replaced) => {
  const share = shareOf(values);
  return share === undefined || (share === null && replaced === undefined) ? {} : { share };
};

/** The share that the new deployment can go on with: one of the same account. */
const keptShare = (keys: ConnectedKeys | null, replaced: Replaced): Share | null =>
  replaced?.mode === 'live' && replaced.is_testnet === keys?.is_testnet ? replaced.share : null;

const isBesideShare = (others: readonly TradingDeployment[]): boolean =>
  others.some(({ mode, share, status }) => mode === 'live' && share !== null && status !== 'ended');

const firstShare = (kept: Share | null, isBeside: boolean): ShareValues => ({
  shareKind: kept ? 'keep' : isBeside ? 'usdt' : 'all',
  shareUsdt: '',
  sharePercent: '',
});

/** The form of a deployment: the limits of the one that it replaces are its first ones. */
const useDeployForm = ({ target, keys, first, onDeployed, replaced, others }: FormProps) => {
  const [deploy, { isLoading, error }] = useSaveDeploymentMutation();
  const [asked, setAsked] = useState<string | null>(null);
  const { currentData: account } = useListPositionsQuery(
    replaced ? { except_deployment_id: replaced.id } : {},
    { skip: keys === null },
  );
  const free = account?.free_usdt ?? null;
  const mandate = replaced?.mandate ?? NO_MANDATE;
  const kept = keptShare(keys, replaced);
  const isBeside = isBesideShare(others);
  const tradable = (target.portfolio ?? replaced?.portfolio ?? []).filter((coin) => coin !== QUOTE_CURRENCY);
  const [coins, setCoins] = useState<readonly string[]>(mandate.coins ?? tradable);
  const { form, field, values } = useForm<DeployValues>({
    initial: {
      ...valuesOf(mandate),
      ...firstShare(kept, isBeside),
      mode: keys ? first : 'paper',
      capital: PAPER_CAPITAL_USDT,
    },
    check: (typed) => ({ ...deployProblems(typed), ...overFree(typed, free) }),
    send: async ({ mode, capital, ...typed }) => {
      setAsked(askedOf({ mode, ...typed }));
      const allowed = tradable.every((coin) => coins.includes(coin)) ? null : coins;
      const { data } = await deploy({
        backtest_session_id: target.chatId,
        backtest_folder_name: target.folderName,
        mode,
        ...(mode === 'paper'
          ? { paper_capital_usdt: Number(capital) }
          : {
              ...shareAsked(typed, replaced),
              ...(replaced !== undefined && { mandate: mandateOf(typed, allowed) }),
            }),
      });
      if (data) onDeployed(data);
      return undefined;
    },
  });
  const limits = { field, portfolio: tradable, coins, onCoins: setCoins };
  // A refusal of what is no longer chosen would read as one of what is.
  const refusal = asked === askedOf(values) ? error : undefined;
  return { form, field, values, limits, kept, isBeside, isLoading, error: refusal };
};

const Replacing = ({ replaced, isKept }: { replaced: TradingDeployment; isKept: boolean }) => (
  <Text size="sm">
    This ends this chat's {replaced.mode} deployment (<bdi>{replaced.folder_display_name}</bdi>).
    {replaced.mode === 'live' ? ' Its positions are not sold.' : ''}
    {replaced.share && !isKept
      ? ' What its share holds stays in the account, and no deployment manages it.'
      : ''}
  </Text>
);

const DeployForm = (props: FormProps) => {
  const { target, keys, replaced, onClose } = props;
  const { form, field, values, limits, kept, isBeside, isLoading, error } = useDeployForm(props);
  const { mode, capital } = values;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={mode === 'live' ? 'Deploy Strategy Live' : 'Deploy with play money'}
    >
      <form {...form}>
        <Stack>
          <Text size="sm">
            Deploy <bdi>{target.name}</bdi>. It starts trading once you switch auto-rebalance on or start a
            rebalance.
          </Text>
          {target.facts ? (
            <Text size="xs" c="dimmed">
              {unbroken(target.facts)}
            </Text>
          ) : null}
          {target.policy ? (
            <Text size="sm">
              Rebalance policy: <strong>{target.policy}</strong>
            </Text>
          ) : null}
          {keys ? <ModeChoice keys={keys} field={field('mode')} /> : null}
          {mode === 'live' ? <LiveWarning /> : <PaperNote />}
          {replaced ? (
            <Replacing replaced={replaced} isKept={mode === 'live' && values.shareKind === 'keep'} />
          ) : null}
          {mode === 'live' ? (
            <>
              <ShareFields
                field={field}
                values={values}
                kept={kept}
                isBeside={isBeside}
                replacedId={replaced?.id}
              />
              <AccountFacts coins={limits.portfolio} isShared={values.shareKind !== 'all'} />
            </>
          ) : null}
          {mode === 'live' && replaced !== undefined ? (
            <Fold label="Limits" startsOpen>
              <Stack gap="sm" mt="xs">
                <Text size="xs" c="dimmed">
                  Leave a field empty for no limit. They can be changed later.
                </Text>
                <MandateFields {...limits} />
              </Stack>
            </Fold>
          ) : null}
          {mode === 'paper' ? <PaperCapital field={field('capital')} capital={capital} /> : null}
          <DialogActions problem={error ? deployProblem(error) : null}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isLoading}>
              {mode === 'live' ? 'Deploy live' : 'Deploy on paper'}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
};

/** Nothing is traded yet: auto-rebalance is switched on, or a rebalance started, on the trading page. */
export const DeployDialog = (props: DeployDialogProps) => {
  const { data, isLoading } = useListDeploymentsQuery();
  if (isLoading) return null;
  const ofChat = data?.find((one) => one.backtest_session_id === props.target.chatId);
  const replaced = data && (ofChat ?? null);
  const others = data?.filter((one) => one !== ofChat && one.status !== 'stopped') ?? [];
  return <DeployForm {...props} replaced={replaced} others={others} />;
};
