// The handful of figures that decide whether a result is worth a closer look.
import { Skeleton, Text } from '@mantine/core';
import { amount, dayName, isLoss, percent, ratio, signedPercent } from '../../../lib/format.ts';
import { aheadOf, type RangeFigures } from '../charts/range-figures.ts';
import { isRecord, type Row } from '../statistics/statistics-tables.ts';
import { useFolderRecord } from '../use-folder-record.ts';
import classes from './key-figures.module.css';

const FIGURES: readonly (readonly [key: string, label: string, write: (value: unknown) => string])[] = [
  ['total_return', 'Total return', signedPercent],
  ['cagr', 'CAGR', signedPercent],
  ['max_drawdown', 'Max drawdown', percent],
  ['sharpe_ratio', 'Sharpe', ratio],
  ['final_value', 'Final (USDT)', amount],
  ['fees_paid', 'Fees (USDT)', amount],
  ['ahead_of_btc', 'vs holding BTC', signedPercent],
];

/** Where the label alone may be misread. */
const MEANINGS: Readonly<Record<string, string>> = {
  ahead_of_btc: 'How much higher the final value is than it would have been by holding BTC.',
};

/** The figures of the whole run. */
const ofRun = (statistics: Row): Row => {
  const { final_value: final, benchmark } = statistics;
  const held = isRecord(benchmark) ? benchmark.final_value : undefined;
  const isKnown = typeof final === 'number' && typeof held === 'number';
  return { ...statistics, ahead_of_btc: isKnown ? aheadOf(final, held) : null };
};

const toneOf = (text: string): 'gain' | 'loss' | undefined => {
  if (isLoss(text)) return 'loss';
  return text.startsWith('+') ? 'gain' : undefined;
};

type KeyFiguresProps = {
  chatId: string;
  folderName: string;
  /** The same figures of the part that the charts show; null for the whole run. */
  zoomed: RangeFigures | null;
};

/** Some figures of the statistics, or of what the charts are zoomed into. */
export const KeyFigures = ({ zoomed, ...folder }: KeyFiguresProps) => {
  const { record, failure } = useFolderRecord(folder, 'Statistics');
  if (failure !== null) return <Text size="sm">The key figures could not be loaded: {failure}</Text>;
  if (!record) return <Skeleton h={58} />;
  const shown: Row = zoomed ?? ofRun(record);
  return (
    <div>
      <dl className={classes.figures}>
        {FIGURES.map(([key, label, write]) => (
          <div key={key} className={classes.figure}>
            <Text component="dt" size="xs" c="dimmed" title={MEANINGS[key]}>
              {label}
            </Text>
            <dd className={classes.value} data-tone={toneOf(write(shown[key]))}>
              {write(shown[key])}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.range} data-whole={zoomed === null || undefined} role="status">
        {zoomed
          ? `For the range shown, ${dayName(zoomed.range.from)} to ${dayName(zoomed.range.to - 1)}`
          : 'For the whole run'}
      </p>
    </div>
  );
};
