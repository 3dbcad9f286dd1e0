// The strategy library: known strategies with their results, each a press away from the chat.

import { Button, Checkbox, Group, NativeSelect, Text, Title } from '@mantine/core';
import { IconAdjustments, IconBook } from '@tabler/icons-react';
import { QUOTE_CURRENCY, TIMEFRAME_LABELS, type Timeframe } from '@tradeium/contracts';
import { Suspense, useState } from 'react';
import { useAppDispatch } from '../../../core/store.ts';
import { messageOf } from '../../../lib/failure.ts';
import { counted, dayRange, percent, shortDate } from '../../../lib/format.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { showToast } from '../../../ui/toast.ts';
import { strategySaved, useApplyStrategyMutation } from '../api.ts';
import { ExampleEntry } from './example-entry.tsx';
import type { Example } from './examples.ts';
import { examplesIn, LIBRARY_ORDERS, type LibraryOrder } from './library-order.ts';
import { COMPUTED_ON, LIBRARY_SETTINGS } from './library-result.ts';
import classes from './strategy-library.module.css';

const StrategyGuide = lazyNamed(() => import('../guide/strategy-guide.tsx'), 'StrategyGuide');

export type LibrarySettings = typeof LIBRARY_SETTINGS;

type StrategyLibraryProps = {
  chatId: string;
  /** Called with the new file's name. */
  onAdded: (filename: string) => Promise<void>;
  /** Takes the settings of the shown results over for the next run. */
  onUseSettings: (settings: LibrarySettings) => void;
};

/**
 * Adds an example to the chat as a file, with the settings of its result if these are wanted; the id of the one that is on
 * its way, or null.
 */
const useAdding = ({ chatId, onAdded, onUseSettings }: StrategyLibraryProps, withSettings: boolean) => {
  const dispatch = useAppDispatch();
  const [apply] = useApplyStrategyMutation();
  const [addingId, setAddingId] = useState<string | null>(null);
  const add = async ({ id, title, code }: Example) => {
    setAddingId(id);
    try {
      const { final_name } = await apply({ id: chatId, strategy_code: code }).unwrap();
      await dispatch(strategySaved(chatId, final_name, code));
      if (withSettings) onUseSettings(LIBRARY_SETTINGS);
      const settings = withSettings ? ', with the settings of its result' : '';
      showToast('success', `${title} added to this chat as ${final_name}${settings}`);
      await onAdded(final_name);
    } catch (thrown) {
      showToast('error', `Failed to add ${title}: ${messageOf(thrown)}`);
    } finally {
      setAddingId(null);
    }
  };
  return { addingId, add };
};

const Conditions = () => {
  const { portfolio, timeframe, fees, start_date, end_date } = LIBRARY_SETTINGS;
  const coins = portfolio.filter((entry) => entry !== QUOTE_CURRENCY);
  return (
    <Text size="xs" c="dimmed" component="p">
      Results: {counted(coins.length, 'coin', 'coins')} ({coins.join(', ')}),{' '}
      {TIMEFRAME_LABELS[timeframe as Timeframe]}, {dayRange(start_date, end_date)}, fees {percent(fees)}.
      Computed on {shortDate(COMPUTED_ON)} with the runner and the engine that run your strategies. All of
      these coins still trade today, which flatters past results. These strategies are examples to learn from,
      not advice.
    </Text>
  );
};

export const StrategyLibrary = (props: StrategyLibraryProps) => {
  const [withSettings, setWithSettings] = useState(true);
  const [order, setOrder] = useState<LibraryOrder>('listed');
  const { addingId, add } = useAdding(props, withSettings);
  const [readsGuide, setReadsGuide] = useState(false);
  return (
    <div className={classes.library}>
      <header className={classes.head}>
        <Title order={2} className={classes.title ?? ''}>
          Strategy library
        </Title>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconAdjustments size={15} aria-hidden />}
            onClick={() => {
              props.onUseSettings(LIBRARY_SETTINGS);
              showToast('success', 'The next backtest uses the settings of these results.');
            }}
          >
            Use these settings
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconBook size={15} aria-hidden />}
            onClick={() => setReadsGuide(true)}
          >
            How to write a strategy
          </Button>
        </Group>
      </header>
      <Conditions />
      <Group gap="xs" justify="space-between">
        <Checkbox
          size="xs"
          label="Add with the settings of the result"
          checked={withSettings}
          onChange={(event) => setWithSettings(event.currentTarget.checked)}
        />
        <NativeSelect
          size="xs"
          aria-label="Order of the strategies"
          data={[...LIBRARY_ORDERS]}
          value={order}
          onChange={(event) => setOrder(event.currentTarget.value as LibraryOrder)}
        />
      </Group>
      <ul className={classes.list}>
        {examplesIn(order).map((example) => (
          <ExampleEntry
            key={example.id}
            example={example}
            isAdding={addingId === example.id}
            isBusy={addingId !== null}
            onAdd={() => void add(example)}
          />
        ))}
      </ul>
      <Suspense>{readsGuide ? <StrategyGuide onClose={() => setReadsGuide(false)} /> : null}</Suspense>
    </div>
  );
};
