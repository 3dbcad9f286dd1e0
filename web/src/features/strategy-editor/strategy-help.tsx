// The contract next to the code: a strategy's input, its result, and when it trades.
import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHelp } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import classes from './strategy-help.module.css';

const StrategyGuide = lazyNamed(() => import('./guide/strategy-guide.tsx'), 'StrategyGuide');

const CONTRACT: readonly (readonly [name: string, text: ReactNode])[] = [
  [
    'Write',
    <>
      <code>def strategy(candles, settings):</code> in Python, with pandas, numpy and TA-Lib at hand, and{' '}
      <code>from tradeium_strategy import</code> indicators (<code>sma</code>, <code>ema</code>,{' '}
      <code>rsi</code>, <code>rate_of_change</code>, <code>volatility</code>, …) and weights (
      <code>equal_weight</code>, <code>rank_top</code>, <code>inverse_volatility</code>, <code>cap</code>,{' '}
      <code>rebalance_every</code>, <code>drift_bands</code>).
    </>,
  ],
  [
    'Given',
    <>
      <code>candles.close</code>, <code>.open</code>, <code>.high</code>, <code>.low</code>,{' '}
      <code>.volume</code>: a table each, a row per bar (its opening time, UTC), a column per coin. There are
      bars before the start date, so that averages are warm by then. <code>candles.resample("1d")</code> gives
      longer bars, closed ones only.
    </>,
  ],
  [
    'Return',
    <>
      Target weights with the same columns: each from 0 to 1, a row sums to at most 1, the rest is USDT. A row
      that is all <code>NaN</code> leaves the portfolio as it is.
    </>,
  ],
  [
    'Timing',
    'A row is decided at the close of its bar and traded at the open of the next one. Each run tests that no weight depends on later candles.',
  ],
  [
    'Print',
    <>
      What you <code>print()</code> is shown with the result, and next to the error if the code fails.
    </>,
  ],
  [
    'Keys',
    <>
      <kbd>Ctrl</kbd> <kbd>Space</kbd> completes, <kbd>Ctrl</kbd> <kbd>K</kbd> <kbd>Ctrl</kbd> <kbd>I</kbd>{' '}
      explains the name at the cursor, <kbd>Ctrl</kbd> <kbd>S</kbd> saves (on a Mac <kbd>⌘</kbd>).{' '}
      <kbd>Esc</kbd>, then <kbd>Tab</kbd>, leaves the editor.
    </>,
  ],
];

/** A button that opens the contract in a few lines. */
export const StrategyHelp = () => {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [readsGuide, setReadsGuide] = useState(false);
  const titleId = useId();
  const readGuide = () => {
    close();
    setReadsGuide(true);
  };
  return (
    <>
      <Popover
        opened={isOpen}
        onDismiss={close}
        position="bottom-end"
        width={430}
        trapFocus
        withArrow
        shadow="md"
      >
        <Popover.Target>
          <Tooltip label="How to write a strategy" disabled={isOpen}>
            <ActionIcon size="md" aria-label="How to write a strategy" onClick={toggle}>
              <IconHelp size={18} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown aria-labelledby={titleId} className={classes.help ?? ''}>
          <h3 id={titleId} className={classes.title} tabIndex={-1} data-autofocus>
            How to write a strategy
          </h3>
          <dl className={classes.contract}>
            {CONTRACT.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <Button size="compact-sm" variant="default" mt="sm" onClick={readGuide}>
            Guide, functions and limits
          </Button>
        </Popover.Dropdown>
      </Popover>
      <Suspense>{readsGuide ? <StrategyGuide onClose={() => setReadsGuide(false)} /> : null}</Suspense>
    </>
  );
};
