// Makes the tear sheet of a result folder, to be kept as a file or printed from a tab of its own.
import { version } from '../../../../package.json';
import type { AppDispatch } from '../../../core/store.ts';
import { parseCsv } from '../../../lib/csv/csv.ts';
import { readFolderText } from '../api.ts';
import { runCurves } from '../curves/run-curves.ts';
import { isNotFound } from '../load-words.ts';
import { recordOf } from '../statistics/statistics.ts';
import { tearSheet } from './tear-sheet.ts';

export type SheetOf = {
  readonly chatId: string;
  readonly folderName: string;
  readonly name: string;
  /** When the run ended, ms UTC. */
  readonly runAtMs: number;
};

const NO_STATISTICS = 'The statistics of this result cannot be read.';

/** The document; throws what a file answers, or an error in plain words. A private strategy has no table. */
export const sheetOf =
  ({ chatId, folderName, name, runAtMs }: SheetOf) =>
  async (dispatch: AppDispatch): Promise<string> => {
    const textOf = (filename: string) => dispatch(readFolderText({ id: chatId, folderName, filename }));
    const tableText = textOf('Table').catch((thrown: unknown) => {
      if (isNotFound(thrown)) return null;
      throw thrown;
    });
    const [settings, statistics, table] = await Promise.all([
      textOf('Settings'),
      textOf('Statistics'),
      tableText,
    ]);
    const figures = recordOf(statistics);
    if (!figures) throw new Error(NO_STATISTICS);
    return tearSheet({
      title: name,
      settings: recordOf(settings) ?? {},
      statistics: figures,
      curves: runCurves(table === null ? null : parseCsv(table), figures),
      runAtMs,
      madeAtMs: Date.now(),
      version,
    });
  };
