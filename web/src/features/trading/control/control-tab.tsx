// The controls of a deployment: auto-rebalance, a manual rebalance, limits, and the ways to stop.
import { Alert, Button, Group, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconBolt, IconCoins, IconHandStop, IconScale } from '@tabler/icons-react';
import { type DeploymentStatus, REBALANCE_VUT, TIMEFRAME_LABELS } from '@tradeium/contracts';
import { useEffect, useRef, useState } from 'react';
import { money, signedPercent, utcClock, utcDateTime, wholeNumber } from '../../../lib/format.ts';
import { firstBarWords, policyWords } from '../../../lib/policy-words.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Fold } from '../../../ui/fold.tsx';
import { FailureAlert } from '../../../ui/loading/failure-alert.tsx';
import { Signed } from '../../../ui/signed.tsx';
import { useListPositionsQuery } from '../api.ts';
import { shareWords } from '../share-words.ts';
import { StopDialog } from '../stop-dialog.tsx';
import { sentence } from '../trading-words.ts';
import classes from './control-tab.module.css';
import { MandateForm } from './mandate-form.tsx';
import { mandateWords } from './mandate-values.ts';
import { NextTrade } from './next-trade.tsx';
import { RebalanceDialog } from './rebalance-dialog.tsx';
import { pastTime, relativeTime } from './relative-time.ts';
import { SellDialog } from './sell-dialog.tsx';
import { StatusAlerts } from './status-alerts.tsx';
import { useActions } from './use-actions.ts';
import { useNow } from './use-now.ts';

type ControlTabProps = {
  status: DeploymentStatus;
  onRefresh: () => void;
  /** Deploys the same result with the user's own money. */
  onGoLive: () => void;
};

const asFraction = (value: number | null): number | null => (value === null ? null : value / 100);

/** A loss, as everywhere: with its sign. */
const drawdownWords = (value: number | null): string => signedPercent(value === null ? null : -value / 100);

type Performance = {
  readonly value: number | null;
  readonly earned: number | null;
  /** When value and return were true. */
  readonly note: string | undefined;
};

/** At the prices of the positions, or of the last valuation where those cannot be read. */
const usePerformance = (status: DeploymentStatus): Performance => {
  const { currentData, isError } = useListPositionsQuery({ backtest_session_id: status.backtest_session_id });
  if (currentData)
    return {
      value: currentData.managed_usdt,
      earned: currentData.return_percent,
      note:
        currentData.managed_usdt === null
          ? 'a coin has no price'
          : `as of ${utcClock(Date.parse(currentData.at))}`,
    };
  return {
    value: status.portfolio_value_usdt,
    earned: status.return_percent,
    note: isError ? 'at the last valuation' : undefined,
  };
};

/** The moment of a recorded value. */
const asOf = (at: string | null): string | undefined =>
  at === null ? undefined : `as of ${utcDateTime(at)}`;

type Fact = readonly [name: string, fact: string, note?: string | undefined, isChange?: true];

const Facts = ({ status }: { status: DeploymentStatus }) => {
  const nowMs = useNow();
  const { value, earned, note: valuedAt } = usePerformance(status);
  // The one that warnings and stops go by.
  const { drawdown_percent: drawdown } = status;
  const facts: readonly Fact[] = [
    ['Portfolio value', money(value), valuedAt],
    ['Return', signedPercent(asFraction(earned)), valuedAt, true],
    ['Drawdown', drawdownWords(drawdown), asOf(status.valued_at), true],
    ['Traded today', money(status.turnover_today_usdt)],
    ['Last rebalance', pastTime(status.last_rebalance_at, nowMs, 'Never')],
    ['Next rebalance', status.enabled ? relativeTime(status.next_rebalance_at, nowMs, 'Not planned') : 'Off'],
    ['Rebalance policy', policyWords(status), `on bars of ${TIMEFRAME_LABELS[status.timeframe]}`],
    ['Portfolio', status.portfolio.join(', ')],
    ...(status.share ? [['Manages', shareWords(status.share)] as const] : []),
  ];
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="sm" className={classes.facts ?? ''}>
      {facts.map(([name, fact, note, isChange]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {isChange ? <Signed text={fact} /> : <span>{fact}</span>}
            {note === undefined ? null : (
              <Text size="xs" c="dimmed" component="span" display="block">
                {note}
              </Text>
            )}
          </dd>
        </div>
      ))}
    </SimpleGrid>
  );
};

/** The meaning of resuming. */
const resumeText = ({ status_reason: reason, stopped_by, enabled }: DeploymentStatus): string => {
  const why = sentence(reason ?? 'this deployment may send orders again.').replace(/[^.]$/, '$&.');
  if (stopped_by === 'drawdown') return `${why} The drawdown is counted from now; auto-rebalance stays off.`;
  return enabled ? why : `${why} Auto-rebalance stays off until you switch it on.`;
};

const STOP_TEXT =
  'No further orders are sent, not even by a rebalance that is under way. Orders that the exchange already has either fill at once or are cancelled. Only you can resume trading.';

/** A share's assets become free for others. */
const stopText = ({ share }: DeploymentStatus): string =>
  share
    ? `${STOP_TEXT} What it manages stays in the account, free for other deployments; resuming takes back what is still free then.`
    : STOP_TEXT;

type Open = 'rebalance' | 'sell' | 'stop' | 'resume' | null;

type ConfirmsProps = {
  open: Open;
  status: DeploymentStatus;
  actions: ReturnType<typeof useActions>;
  onClose: () => void;
};

const Confirms = ({ open, status, actions, onClose }: ConfirmsProps) => {
  const closing = (act: () => Promise<unknown>) => async () => {
    await act();
    onClose();
  };
  if (open === 'rebalance')
    return (
      <RebalanceDialog
        chatId={status.backtest_session_id}
        look={status.look}
        onSent={actions.refreshSoon}
        onClose={onClose}
      />
    );
  if (open === 'stop')
    return (
      <StopDialog
        title="Stop this deployment?"
        text={stopText(status)}
        action="Stop trading"
        targets={[{ chatId: status.backtest_session_id, name: status.folder_display_name }]}
        onStop={async () => {
          const isStopped = await actions.stop();
          if (!isStopped) onClose();
          return isStopped;
        }}
        onClose={onClose}
      />
    );
  if (open === 'sell')
    return <SellDialog status={status} coin={null} onSent={actions.refreshSoon} onClose={onClose} />;
  if (open === 'resume')
    return (
      <ConfirmDialog
        title="Resume trading?"
        text={resumeText(status)}
        action="Resume"
        isBusy={actions.isResuming}
        onConfirm={closing(actions.resume)}
        onClose={onClose}
      />
    );
  return null;
};

const Hints = ({ problem, hint }: { problem: string | null; hint: string | null }) => (
  <>
    {problem === null ? null : <FailureAlert>{problem}</FailureAlert>}
    {hint === null ? null : (
      <Alert color="yellow" role="status">
        {hint}
      </Alert>
    )}
  </>
);

/** When a rebalance starts on its own, and what it costs. */
const ruleWords = (status: Pick<DeploymentStatus, 'timeframe' | 'mode' | 'rebalance_every'>) => {
  const { timeframe, mode } = status;
  const when = firstBarWords(status) ?? `every closed bar (${TIMEFRAME_LABELS[timeframe]})`;
  const cost =
    mode === 'paper' ? '' : `, for ${wholeNumber(REBALANCE_VUT)} VUT if the exchange accepts an order`;
  return `a rebalance at ${when}${cost}`;
};

/** The effect of the switch, and what its other position would do to orders and positions. */
const switchWords = (status: DeploymentStatus): string => {
  const { enabled, rebalance_id } = status;
  if (!enabled) return `No rebalance starts on its own. When switched on: ${ruleWords(status)}`;
  if (rebalance_id !== null)
    return 'A rebalance is under way. Switching off stops further orders and sells no positions';
  return `${sentence(ruleWords(status))}. Switching off sells no positions`;
};

/** Where the button that was pressed goes with the old state, its place takes the focus. */
const useFocusAfter = (state: string) => {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state && document.activeElement === document.body) place.current?.focus();
    before.current = state;
  }, [state]);
  return place;
};

/** All that moves money asks first. */
export const ControlTab = ({ status, onRefresh, onGoLive }: ControlTabProps) => {
  const actions = useActions(status.backtest_session_id, onRefresh);
  const [open, setOpen] = useState<Open>(null);
  const isActive = status.status === 'active';
  const isRebalancing = status.rebalance_id !== null;
  const place = useFocusAfter(status.status);
  return (
    <Stack gap="md" ref={place} tabIndex={-1}>
      <StatusAlerts status={status} isResuming={actions.isResuming} onResume={() => setOpen('resume')} />
      <Hints problem={actions.problem} hint={actions.hint} />
      <Group justify="space-between" gap="sm">
        <Switch
          label={`Auto-rebalance ${status.enabled ? 'ON' : 'OFF'}`}
          description={switchWords(status)}
          checked={status.enabled}
          disabled={!isActive && !status.enabled}
          onChange={(event) => actions.isSwitching || void actions.toggle(event.currentTarget.checked)}
        />
        <Group gap="xs">
          {status.mode === 'paper' && (isActive || status.status === 'paused') ? (
            <Button variant="default" leftSection={<IconBolt size={16} aria-hidden />} onClick={onGoLive}>
              Go live
            </Button>
          ) : null}
          <Button
            leftSection={<IconScale size={16} aria-hidden />}
            disabled={!isActive || isRebalancing}
            onClick={() => setOpen('rebalance')}
          >
            {isRebalancing ? 'Rebalancing ...' : 'Rebalance now'}
          </Button>
          {status.status === 'ended' ? null : (
            <Button
              variant="default"
              leftSection={<IconCoins size={16} aria-hidden />}
              title="Sells every coin of this deployment, whatever its strategy says."
              onClick={() => setOpen('sell')}
            >
              Sell to USDT
            </Button>
          )}
          {isActive || status.status === 'paused' ? (
            <Button
              color="red"
              variant="light"
              leftSection={<IconHandStop size={16} aria-hidden />}
              title="Stops this deployment at once. Positions stay as they are."
              onClick={() => setOpen('stop')}
            >
              Stop trading
            </Button>
          ) : null}
        </Group>
      </Group>
      <NextTrade status={status} />
      <Facts status={status} />
      <Fold label={`Limits: ${mandateWords(status.mandate)}`}>
        <MandateForm key={JSON.stringify(status.mandate)} status={status} />
      </Fold>
      <Confirms open={open} status={status} actions={actions} onClose={() => setOpen(null)} />
    </Stack>
  );
};
