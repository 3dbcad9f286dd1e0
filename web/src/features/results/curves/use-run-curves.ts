// The data of a result's charts: its curves, and the words above a picture of them.
import { useMemo } from 'react';
import { parseCsv } from '../../../lib/csv/csv.ts';
import { findingsOf, wordsOf } from '../../../lib/findings.ts';
import { useReadFolderFileQuery } from '../api.ts';
import { runFacts } from '../files/settings-lines.ts';
import type { Caption } from '../pictures/chart-picture.ts';
import type { Row } from '../statistics/statistics-tables.ts';
import { useFolderRecord } from '../use-folder-record.ts';
import { runCurves } from './run-curves.ts';

type Folder = { chatId: string; folderName: string };

/** The warning that every picture of this run carries. */
const warningOf = (statistics: Row): string =>
  findingsOf(statistics)
    .filter(({ severity }) => severity === 'critical')
    .map((finding) => wordsOf(finding).title)
    .join('; ');

/** The words on every picture of a run with these settings and statistics. */
export const captionOf = (title: string, settings: Row, statistics: Row): Caption => ({
  title,
  facts: runFacts(settings),
  warning: warningOf(statistics),
});

/** The same of a result folder; undefined while they are on their way. */
export const useCaption = (folder: Folder, title: string): Caption | undefined => {
  const { record: statistics, failure: noStatistics } = useFolderRecord(folder, 'Statistics');
  const { record: settings, failure: noSettings } = useFolderRecord(folder, 'Settings');
  const isThere =
    (statistics !== null || noStatistics !== null) && (settings !== null || noSettings !== null);
  return useMemo(
    () => (isThere ? captionOf(title, settings ?? {}, statistics ?? {}) : undefined),
    [isThere, title, settings, statistics],
  );
};

/** Every bar of a run, or its days where it has no table; null where nothing can be drawn, undefined on its way. */
export const useWholeCurves = (folder: Folder, hasTable: boolean) => {
  const { record, failure } = useFolderRecord(folder, 'Statistics');
  const { currentData: text, error } = useReadFolderFileQuery(
    { id: folder.chatId, folderName: folder.folderName, filename: 'Table' },
    { skip: !hasTable },
  );
  const isThere =
    (record !== null || failure !== null) && (!hasTable || text !== undefined || error !== undefined);
  return useMemo(
    () => (isThere ? runCurves(text === undefined ? null : parseCsv(text), record ?? {}) : undefined),
    [isThere, text, record],
  );
};
