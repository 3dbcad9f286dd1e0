// The key figures of a result folder, read from its statistics.
import { Skeleton, Text } from '@mantine/core';
import type { RangeFigures } from '../curves/range-figures.ts';
import { useFolderRecord } from '../use-folder-record.ts';
import { RunFigures } from './run-figures.tsx';

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
  return <RunFigures record={record} zoomed={zoomed} />;
};
