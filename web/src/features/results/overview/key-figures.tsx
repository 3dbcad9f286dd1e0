// The handful of figures that decide whether a result is worth a closer look.
import { Paper, Skeleton, Text } from '@mantine/core';
import { amount, percent, ratio, signedPercent } from '../../../lib/format.ts';
import { useFolderRecord } from '../use-folder-record.ts';
import classes from './key-figures.module.css';

const FIGURES: readonly (readonly [key: string, label: string, write: (value: unknown) => string])[] = [
  ['total_return', 'Total return', signedPercent],
  ['cagr', 'CAGR', signedPercent],
  ['max_drawdown', 'Max drawdown', percent],
  ['sharpe_ratio', 'Sharpe', ratio],
  ['final_value', 'Final value (USDT)', amount],
  ['fees_paid', 'Fees paid (USDT)', amount],
];

const SIGNED: readonly string[] = ['total_return', 'cagr'];

const toneOf = (key: string, value: unknown): 'gain' | 'loss' | undefined => {
  if (!SIGNED.includes(key) || typeof value !== 'number' || value === 0) return undefined;
  return value > 0 ? 'gain' : 'loss';
};

/** Six figures of the statistics. */
export const KeyFigures = (folder: { chatId: string; folderName: string }) => {
  const { record, failure } = useFolderRecord(folder, 'Statistics');
  if (failure !== null) return <Text size="sm">The key figures could not be loaded: {failure}</Text>;
  if (!record) return <Skeleton h={74} />;
  return (
    <dl className={classes.figures}>
      {FIGURES.map(([key, label, write]) => (
        <Paper key={key} withBorder radius="md" px="md" py="sm" className={classes.figure ?? ''}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <dd className={classes.value} data-tone={toneOf(key, record[key])}>
            {write(record[key])}
          </dd>
        </Paper>
      ))}
    </dl>
  );
};
