// The work of a thread: it writes a study as a file, as the plateau scores of 2,000 points take a fifth of a second.
import type { Study, StudyFigure } from '@tradeium/contracts';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { csvLines } from './csv.ts';
import { type Column, studyColumns } from './study-columns.ts';

const csvOf = (columns: readonly Column[]): Uint8Array => {
  const rows = (columns[0]?.data ?? []).map((_, row) => columns.map(({ data }) => data[row]));
  return Buffer.from(csvLines([columns.map(({ name }) => name), ...rows]));
};

const parquetOf = (columns: readonly Column[]): Uint8Array =>
  new Uint8Array(
    parquetWriteBuffer({ columnData: columns.map((column) => ({ ...column, data: [...column.data] })) }),
  );

export type StudyFileFormat = 'csv' | 'parquet';

type StudyFileTask = {
  readonly study: Study;
  readonly format: StudyFileFormat;
  /** The figure that is scored. */
  readonly metric: StudyFigure;
};

/** The bytes of the file: a row for each point of the study. */
export const writeStudy = ({ study, format, metric }: StudyFileTask): Uint8Array =>
  (format === 'csv' ? csvOf : parquetOf)(studyColumns(study, metric));
