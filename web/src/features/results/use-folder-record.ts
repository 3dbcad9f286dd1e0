// A JSON file of a result folder: loading, read, or the reason why it cannot be shown.
import { useMemo } from 'react';
import { messageOf } from '../../lib/failure.ts';
import { useReadFolderFileQuery } from './api.ts';
import { recordOf } from './statistics/statistics.ts';
import type { Row } from './statistics/statistics-tables.ts';

export type FolderRecord = {
  readonly record: Row | null;
  /** Why there is no record; null as well while it is on its way. */
  readonly failure: string | null;
  readonly retry: () => void;
};

/** A file is fetched once, however many parts of a page read it; `folder` is null where there is none. */
export const useFolderRecord = (
  folder: { chatId: string; folderName: string } | null,
  filename: 'Settings' | 'Statistics',
): FolderRecord => {
  const { currentData, error, isFetching, refetch } = useReadFolderFileQuery(
    { id: folder?.chatId ?? '', folderName: folder?.folderName ?? '', filename },
    { skip: folder === null },
  );
  const record = useMemo(() => (currentData === undefined ? null : recordOf(currentData)), [currentData]);
  const reason = error ? messageOf(error) : `${filename} cannot be read`;
  return { record, failure: record || isFetching || !folder ? null : reason, retry: refetch };
};
