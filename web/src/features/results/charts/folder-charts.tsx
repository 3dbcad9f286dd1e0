// The charts of a result folder: reads its table and statistics, and falls back to the picture where they hold no curve.
import { Skeleton, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useAppSelector } from '../../../core/store.ts';
import { parseCsv } from '../../../lib/csv/csv.ts';
import { messageOf } from '../../../lib/failure.ts';
import { useAfterPaint } from '../../../lib/loading/after-paint.ts';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { isFolderFileRead, useReadFolderFileQuery } from '../api.ts';
import type { RangeFigures } from '../curves/range-figures.ts';
import { runCurves } from '../curves/run-curves.ts';
import { useCaption } from '../curves/use-run-curves.ts';
import { UndrawnPicture } from '../pictures/undrawn-picture.tsx';
import { useFolderRecord } from '../use-folder-record.ts';
import { RunCharts } from './run-charts.tsx';

type FolderChartsProps = {
  chatId: string;
  folderName: string;
  /** The result's name, as its user gave it. */
  title: string;
  has: (filename: string) => boolean;
  onFigures: (figures: RangeFigures | null) => void;
};

/** Equity, drawdown and what was held. */
export const FolderCharts = ({ title, has, onFigures, ...folder }: FolderChartsProps) => {
  const { chatId, folderName } = folder;
  const { record, failure } = useFolderRecord(folder, 'Statistics');
  const caption = useCaption(folder, title);
  const hasTable = has('Table');
  const file = { id: chatId, folderName, filename: 'Table' };
  const isRead = useAppSelector(isFolderFileRead(file));
  // A long table takes the server a while, which the figures would have to wait for.
  const mayRead = useAfterPaint(record !== null || failure !== null);
  const table = useReadFolderFileQuery(file, { skip: !hasTable || !(mayRead || isRead) });
  const text = table.currentData;
  const isComplete = (record !== null || failure !== null) && (!hasTable || text !== undefined);
  const complete = useMemo(
    () => (isComplete ? runCurves(text === undefined ? null : parseCsv(text), record ?? {}) : null),
    [isComplete, text, record],
  );
  // Over the whole run its curve looks like that of the table.
  const daily = useMemo(() => (record === null ? null : runCurves(null, record)), [record]);
  const curves = isComplete ? complete : daily;
  const lost =
    table.error && text === undefined ? (
      <LoadFailure text={messageOf(table.error)} onRetry={table.refetch} />
    ) : null;
  if (lost && !curves) return lost;
  if (!isComplete && !curves) return <Skeleton h={420} />;
  return (
    <Stack gap={14}>
      {lost}
      {curves ? (
        <RunCharts
          curves={curves}
          caption={caption ?? { title, facts: [], warning: '' }}
          onFigures={onFigures}
        />
      ) : has('Chart') ? (
        <UndrawnPicture {...folder} title={title} statistics={record} />
      ) : null}
    </Stack>
  );
};
