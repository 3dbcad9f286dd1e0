// A manual rebalance: first what it would do, then, once confirmed, what it came to.
import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { RebalancePreview } from '@tradeium/contracts';
import { useCallback, useEffect, useRef } from 'react';
import { amount, counted, dateTime, money, percent, wholeNumber } from '../../../lib/format.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { previewRebalance, rebalanceNow } from '../api.ts';
import classes from '../cards.module.css';
import type { Look } from '../mode.ts';
import { ModeBadge } from '../mode-badge.tsx';
import { Followed, Waiting } from './plan-steps.tsx';
import { PlanTable } from './plan-table.tsx';
import { costParts, driftOf, tradedUsdt } from './rebalance-plan.ts';
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

const costWords = (preview: RebalancePreview, feeRate: number): string => {
  const { fees, prices } = costParts(preview, feeRate);
  return `Fees ${amount(fees)}, worse prices up to ${amount(prices)}`;
};

type PlanFiguresProps = { preview: RebalancePreview; feeRate: number };

const PreviewFigures = ({ preview, feeRate }: PlanFiguresProps) => (
  <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="xs">
    <Figure label="Portfolio" value={money(preview.rebalance_bins.portfolio_value_usdt)} />
    <Figure label="To trade" value={money(tradedUsdt(preview.orders))} />
    <Figure
      label="Maximum cost"
      value={money(preview.cost_at_most_usdt)}
      note={preview.orders.length === 0 ? '' : costWords(preview, feeRate)}
    />
    <Figure
      label="Off target, now → after"
      value={`${percent(driftOf(preview.drift.before))} → ${percent(driftOf(preview.drift.after))}`}
    />
  </SimpleGrid>
);

type SendProps = { preview: RebalancePreview; onSend: () => void };

/** A plan without orders cannot be sent. */
const SendButton = ({ preview, onSend }: SendProps) =>
  preview.orders.length === 0 ? (
    <Button disabled>Nothing to trade</Button>
  ) : (
    <Button onClick={onSend} variant={preview.held_up === null ? 'filled' : 'default'}>
      {preview.vut_cost === 0 ? 'Send orders' : `Send orders (${wholeNumber(preview.vut_cost)} VUT)`}
    </Button>
  );

type RebalanceDialogProps = {
  chatId: string;
  look: Look;
  /** What the exchange takes of each trade, a fraction. */
  feeRate: number;
  onSent: () => void;
  onClose: () => void;
};

/** Nothing is sent before its user has seen the plan and confirmed it. */
export const RebalanceDialog = ({ chatId, look, feeRate, onSent, onClose }: RebalanceDialogProps) => {
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
            <PreviewFigures preview={step.preview} feeRate={feeRate} />
            <PlanTable plan={step.preview} />
            {step.preview.held_up === null ? null : (
              <Alert color="yellow" role="status" title="Your limits cut this rebalance short">
                {step.preview.held_up}. The rebalance ends at that order; those before it are sent.
              </Alert>
            )}
            <Text size="xs" c="dimmed">
              Targets of {dateTime(step.preview.decided_at)}, the strategy's last decision; prices of{' '}
              {dateTime(step.preview.timestamp)}. Orders are computed again when you confirm, so they may
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
        <Group justify="flex-end" className={classes.actions ?? ''}>
          <Button ref={end} data-autofocus variant="default" onClick={onClose}>
            {step.kind === 'previewing' || step.kind === 'previewed' ? 'Cancel' : 'Close'}
          </Button>
          {step.kind === 'failed' ? <Button onClick={() => void preview()}>Preview again</Button> : null}
          {step.kind === 'previewed' ? (
            <SendButton preview={step.preview} onSend={() => void send(step.preview)} />
          ) : null}
        </Group>
      </Stack>
    </Dialog>
  );
};
