// A sell to USDT: first what it would sell, then, once confirmed, what it came to.
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { DeploymentStatus, RebalancePreview } from '@tradeium/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/failure.ts';
import { counted, money, wholeNumber } from '../../../lib/format.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx';
import { FailureAlert } from '../../../ui/loading/failure-alert.tsx';
import { previewSell, sellToUsdt, useSwitchAutoRebalanceOffMutation } from '../api.ts';
import { ModeBadge } from '../mode-badge.tsx';
import { sentence } from '../trading-words.ts';
import { Followed, Waiting } from './plan-steps.tsx';
import { PlanTable } from './plan-table.tsx';
import { usePlanSteps } from './use-plan-steps.ts';

type SaleStatus = Pick<DeploymentStatus, 'backtest_session_id' | 'look' | 'enabled' | 'status'>;

type SellDialogProps = {
  status: SaleStatus;
  /** One coin; null for everything that the deployment holds. */
  coin: string | null;
  onSent: () => void;
  onClose: () => void;
};

type NextProps = { coin: string | null; status: SaleStatus; isOff: boolean; onOff: (isOff: boolean) => void };

/** The strategy's next move with the USDT, and how to keep it from that. */
const Next = ({ coin, status, isOff, onOff }: NextProps) => {
  if (!status.enabled || status.status !== 'active') return null;
  return coin === null ? (
    <Text size="sm">Auto-rebalance is switched off, or the strategy would buy the coins again.</Text>
  ) : (
    <Checkbox
      label="Switch auto-rebalance off, too"
      description={`The strategy may buy ${coin} again at its next decision.`}
      checked={isOff}
      onChange={(event) => onOff(event.currentTarget.checked)}
    />
  );
};

const sellWords = ({ vut_cost: cost }: RebalancePreview): string =>
  cost === 0 ? 'Sell to USDT' : `Sell to USDT (${wholeNumber(cost)} VUT)`;

const Proceeds = ({ preview: { totals, orders } }: { preview: RebalancePreview }) =>
  orders.length === 0 ? null : (
    <Text size="sm">
      {counted(orders.length, 'order', 'orders')} for about <b>{money(totals.sold_usdt)}</b>, fees about{' '}
      {money(totals.fees_usdt)}; then the deployment has about {money(totals.cash_after_usdt)} in USDT.
    </Text>
  );

const Terms = ({ preview }: { preview: RebalancePreview }) => (
  <Text size="xs" c="dimmed">
    Each order fills at once, at most 1 % below the current price; the rest is cancelled. Your largest order
    splits a sell into several orders; no other limit or stop of this deployment applies.
    {preview.vut_cost === 0 ? '' : ' With too few credits it costs nothing.'}
  </Text>
);

/** Why nothing is sold. */
const nothingWords = ({ held_up: why, held_up_code: code }: RebalancePreview): string =>
  why === null || code === 'NOTHING_TO_TRADE' ? 'There is nothing that can be sold.' : sentence(why);

/** Works whatever the strategy does, also while the deployment is paused or stopped. */
export const SellDialog = ({ status, coin, onSent, onClose }: SellDialogProps) => {
  const { backtest_session_id: id, look } = status;
  const [switchOff] = useSwitchAutoRebalanceOffMutation();
  const [isOff, setOff] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const calls = {
    preview: useCallback(() => previewSell({ id, ...(coin !== null && { coins: [coin] }) }), [id, coin]),
    send: (intent: string) => sellToUsdt({ id, ...(coin !== null && { coins: [coin] }) }, intent),
  };
  const { step, preview, send } = usePlanSteps(calls, onSent);
  const end = useRef<HTMLButtonElement>(null);
  // The button that was pressed goes with its step.
  useEffect(() => {
    if (step.kind !== 'previewing' && document.activeElement === document.body) end.current?.focus();
  }, [step.kind]);
  const confirm = async (shown: RebalancePreview) => {
    const { error } = isOff ? await switchOff({ id }) : {};
    if (error) setProblem(`Auto-rebalance is still on: ${messageOf(error)}`);
    await send(shown);
  };
  const title = (
    <Group gap={8} component="span">
      Sell {coin ?? 'everything'} to USDT <ModeBadge look={look} />
    </Group>
  );
  return (
    <Dialog opened onClose={onClose} title={title} size="lg" closeOnClickOutside={step.kind !== 'sending'}>
      <Stack gap="sm">
        {step.kind === 'previewing' ? <Waiting text="Reading the account ..." /> : null}
        {step.kind === 'previewed' ? (
          <>
            {step.preview.orders.length === 0 ? (
              <Alert color="gray" role="status">
                {nothingWords(step.preview)}
              </Alert>
            ) : null}
            <PlanTable plan={step.preview} />
            <Proceeds preview={step.preview} />
            <Next coin={coin} status={status} isOff={isOff} onOff={setOff} />
            <Terms preview={step.preview} />
          </>
        ) : null}
        {step.kind === 'sending' ? (
          <Waiting text={`Selling with ${counted(step.preview.orders.length, 'order', 'orders')} ...`} />
        ) : null}
        {step.kind === 'sent' ? <Followed chatId={id} preview={step.preview} result={step.result} /> : null}
        {step.kind === 'failed' || step.kind === 'idle' ? <FailureAlert>{step.text}</FailureAlert> : null}
        {problem === null ? null : <FailureAlert>{problem}</FailureAlert>}
        <DialogActions>
          <Button ref={end} data-autofocus variant="default" onClick={onClose}>
            {step.kind === 'previewing' || step.kind === 'previewed' ? 'Cancel' : 'Close'}
          </Button>
          {step.kind === 'failed' ? <Button onClick={() => void preview()}>Preview again</Button> : null}
          {step.kind === 'previewed' && step.preview.orders.length > 0 ? (
            <Button color="red" onClick={() => void confirm(step.preview)}>
              {sellWords(step.preview)}
            </Button>
          ) : null}
        </DialogActions>
      </Stack>
    </Dialog>
  );
};
