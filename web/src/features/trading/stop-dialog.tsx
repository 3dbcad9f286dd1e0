// Asks before trading stops and, on request, sells everything to USDT: the stop comes first, and each outcome is shown.
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { TradingRebalance } from '@tradeium/contracts';
import { useState } from 'react';
import { useAppDispatch } from '../../core/store.ts';
import { counted } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { sellToUsdt } from './api.ts';
import { rebalanceProblem } from './trading-words.ts';

const KEPT = 'No positions are sold.';
const SOLD =
  'Then all coins are sold at the current prices, as by Sell to USDT. With real money each sell costs 50 VUT, or nothing if you have too few. If a sell fails, trading is stopped all the same.';

/** A deployment whose coins may be sold. */
export type SaleTarget = { readonly chatId: string; readonly name: string };

type Outcome = {
  readonly chatId: string;
  readonly name: string;
  readonly text: string;
  readonly isDone: boolean;
};

const outcomeOf = ({ status, orders, detail }: TradingRebalance): Pick<Outcome, 'text' | 'isDone'> => {
  if (status === 'running')
    return { text: 'The sell is still running; its activity shows the end.', isDone: true };
  if (status === 'failed') return { text: `Not sold: ${detail ?? 'the sell failed.'}`, isDone: false };
  if (detail !== null) return { text: detail, isDone: false };
  const filled = orders.filter((order) => order.status === 'filled').length;
  const words = `Sold: ${filled} of ${counted(orders.length, 'order', 'orders')} filled.`;
  return { text: orders.length === 0 ? 'There was nothing to sell.' : words, isDone: true };
};

type StopDialogProps = {
  title: string;
  text: string;
  action: string;
  targets: readonly SaleTarget[];
  /** Resolves to whether trading is stopped; a failure is shown elsewhere. */
  onStop: () => Promise<boolean>;
  onClose: () => void;
};

/** One sell for each deployment; one that fails does not hold up the others. */
const useSells = (targets: readonly SaleTarget[]) => {
  const dispatch = useAppDispatch();
  const sellOne = async (target: SaleTarget): Promise<Outcome> => {
    try {
      const sold = await dispatch(sellToUsdt({ id: target.chatId }, crypto.randomUUID()));
      return { ...target, ...outcomeOf(sold) };
    } catch (thrown) {
      return { ...target, text: `Not sold: ${rebalanceProblem(thrown)}`, isDone: false };
    }
  };
  return () => Promise.all(targets.map(sellOne));
};

const Outcomes = ({ outcomes }: { outcomes: readonly Outcome[] }) => (
  <Stack gap="xs" role="status">
    {outcomes.map(({ chatId, name, text, isDone }) => (
      <Alert key={chatId} color={isDone ? 'green' : 'red'} title={<bdi>{name}</bdi>}>
        {text}
      </Alert>
    ))}
  </Stack>
);

export const StopDialog = ({ title, text, action, targets, onStop, onClose }: StopDialogProps) => {
  const [isSelling, setSelling] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);
  const sell = useSells(targets);
  const confirm = async () => {
    setBusy(true);
    const isStopped = await onStop();
    if (isStopped && isSelling) setOutcomes(await sell());
    setBusy(false);
    if (isStopped && !isSelling) onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={outcomes === null ? title : 'Trading is stopped'}
      closeOnClickOutside={!isBusy}
    >
      {outcomes === null ? (
        <Stack gap="md">
          <Text size="sm">
            {text} {isSelling ? SOLD : KEPT}
          </Text>
          {targets.length > 0 || isSelling ? (
            <Checkbox
              label="Also sell everything to USDT"
              checked={isSelling}
              disabled={isBusy}
              onChange={(event) => setSelling(event.currentTarget.checked)}
            />
          ) : null}
        </Stack>
      ) : (
        <Outcomes outcomes={outcomes} />
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={onClose}>
          {outcomes === null ? 'Cancel' : 'Close'}
        </Button>
        {outcomes === null ? (
          <Button color="red" loading={isBusy} onClick={() => void confirm()}>
            {isSelling ? `${action} and sell` : action}
          </Button>
        ) : null}
      </Group>
    </Dialog>
  );
};
