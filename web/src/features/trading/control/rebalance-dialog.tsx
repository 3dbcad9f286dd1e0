// A manual rebalance: first what it would do, then, once confirmed, what it came to.
import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { RebalancePreview } from '@tradeium/contracts';
import { useCallback, useEffect, useRef } from 'react';
import { amount, counted, money, percent, utcDateTime, wholeNumber } from '../../../lib/format.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx';
import { FailureAlert } from '../../../ui/loading/failure-alert.tsx';
import { previewRebalance, rebalanceNow } from '../api.ts';
import type { Look } from '../mode.ts';
import { ModeBadge } from '../mode-badge.tsx';
import { sentence } from '../trading-words.ts';
import { Followed, Waiting } from './plan-steps.tsx';
import { PlanTable } from './plan-table.tsx';
import { driftOf } from './rebalance-plan.ts';
import { usePlanSteps } from './use-plan-steps.ts';

const Figure = ({ label, value, note }: { label: string; value: string; note?: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text size="sm" fw="var(--weight-strong)">
      {value}
    </Text>
    {note ? (
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    ) : null}
  </div>
);

const PreviewFigures = ({ preview }: { preview: RebalancePreview }) => {
  const { totals, orders, cost_at_most_usdt: atMost, drift, vut_cost: vut } = preview;
  const isAny = orders.length > 0;
  return (
    <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs">
      <Figure label="Portfolio" value={money(preview.rebalance_bins.portfolio_value_usdt)} />
      <Figure label="Sells" value={money(totals.sold_usdt)} />
      <Figure label="Buys" value={money(totals.bought_usdt)} />
      <Figure
        label="Fees"
        value={money(totals.fees_usdt)}
        note={isAny ? `Worse prices cost up to ${amount(Math.max(0, atMost - totals.fees_usdt))} more` : ''}
      />
      <Figure
        label="USDT after"
        value={money(totals.cash_after_usdt)}
        note={isAny ? `Credits: ${wholeNumber(vut)} VUT` : 'No credits'}
      />
      <Figure
        label="Off target, now → after"
        value={`${percent(driftOf(drift.before))} → ${percent(driftOf(drift.after))}`}
      />
    </SimpleGrid>
  );
};

/** The reason that holds up the rebalance as a whole, said once. */
const HeldUp = ({ orders, held_up: why, held_up_code: code }: RebalancePreview) => {
  if (why === null) return null;
  if (orders.length > 0)
    return (
      <Alert color="yellow" role="status" title="Your limits cut this rebalance short">
        {why}. The rebalance ends at that order; those before it are sent.
      </Alert>
    );
  return (
    <Alert color={code === 'NOTHING_TO_TRADE' ? 'gray' : 'yellow'} role="status" title="No order is sent">
      {sentence(why)}
    </Alert>
  );
};

type SendProps = { preview: RebalancePreview; onSend: () => void };

/** Where no order goes out, the reason stands above it. */
const SendButton = ({
  preview: { orders, held_up, held_up_code: code, vut_cost: vut },
  onSend,
}: SendProps) =>
  orders.length === 0 ? (
    <Button disabled>{code === 'NOTHING_TO_TRADE' ? 'Nothing to trade' : 'Send orders'}</Button>
  ) : (
    <Button onClick={onSend} variant={held_up === null ? 'filled' : 'default'}>
      {vut === 0 ? 'Send orders' : `Send orders (${wholeNumber(vut)} VUT)`}
    </Button>
  );

type RebalanceDialogProps = {
  chatId: string;
  look: Look;
  onSent: () => void;
  onClose: () => void;
};

/** Nothing is sent before its user has seen the plan and confirmed it. */
export const RebalanceDialog = ({ chatId, look, onSent, onClose }: RebalanceDialogProps) => {
  const calls = {
    preview: useCallback(() => previewRebalance(chatId), [chatId]),
    send: (intent: string) => rebalanceNow(chatId, intent),
  };
  const { step, preview, send } = usePlanSteps(calls, onSent);
  const end = useRef<HTMLButtonElement>(null);
  // The button that was pressed goes with its step.
  useEffect(() => {
    if (step.kind !== 'previewing' && document.activeElement === document.body) end.current?.focus();
  }, [step.kind]);
  const title = (
    <Group gap={8} component="span">
      Rebalance now <ModeBadge look={look} />
    </Group>
  );
  return (
    <Dialog opened onClose={onClose} title={title} size="lg" closeOnClickOutside={step.kind !== 'sending'}>
      <Stack gap="sm">
        {step.kind === 'previewing' ? <Waiting text="Computing target weights and orders ..." /> : null}
        {step.kind === 'previewed' ? (
          <>
            <PreviewFigures preview={step.preview} />
            <PlanTable plan={step.preview} />
            <HeldUp {...step.preview} />
            <Text size="xs" c="dimmed">
              Targets of {utcDateTime(step.preview.decided_at)}, the strategy's last decision; prices of{' '}
              {utcDateTime(step.preview.timestamp)}. Orders are computed again when you confirm, so they may
              differ slightly.
            </Text>
          </>
        ) : null}
        {step.kind === 'sending' ? (
          <Waiting text={`Sending ${counted(step.preview.orders.length, 'order', 'orders')} ...`} />
        ) : null}
        {step.kind === 'sent' ? (
          <Followed chatId={chatId} preview={step.preview} result={step.result} />
        ) : null}
        {step.kind === 'idle' ? (
          <Alert color="gray" role="status">
            {step.text}
          </Alert>
        ) : null}
        {step.kind === 'failed' ? <FailureAlert>{step.text}</FailureAlert> : null}
        <DialogActions>
          <Button ref={end} data-autofocus variant="default" onClick={onClose}>
            {step.kind === 'previewing' || step.kind === 'previewed' ? 'Cancel' : 'Close'}
          </Button>
          {step.kind === 'failed' ? <Button onClick={() => void preview()}>Preview again</Button> : null}
          {step.kind === 'previewed' ? (
            <SendButton preview={step.preview} onSend={() => void send(step.preview)} />
          ) : null}
        </DialogActions>
      </Stack>
    </Dialog>
  );
};
