// Exports the computed points of a study as CSV or Parquet, which hold at most as many rows as a study has points.
import { createHash } from 'node:crypto';
import { isRefusal, messageOf, type Refusal, refuse, type Study, wholeStudy } from '@tradeium/contracts';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Call } from '../calls/call.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { csvLines } from './csv.ts';
import { type Column, studyColumns } from './study-columns.ts';

/** Exports that one user may have under way. */
const AT_ONCE_MAX = 2;

const csvOf = (columns: readonly Column[]): Buffer => {
  const rows = (columns[0]?.data ?? []).map((_, row) => columns.map(({ data }) => data[row]));
  return Buffer.from(csvLines([columns.map(({ name }) => name), ...rows]));
};

const parquetOf = (columns: readonly Column[]): Buffer =>
  Buffer.from(
    parquetWriteBuffer({ columnData: columns.map((column) => ({ ...column, data: [...column.data] })) }),
  );

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', write: csvOf },
  parquet: { type: 'application/vnd.apache.parquet', write: parquetOf },
} as const;

type Asking = Pick<Call<'exportStudy'>, 'ask' | 'input'>;

const readWhole = ({ ask, input: { study_id } }: Asking): Promise<Study | Refusal> =>
  wholeStudy(async (after) => {
    const read = await ask(messageOf('readStudy'), { study_id, after });
    return isRefusal(read) ? read : read.output;
  });

/** Two at a time for each user, one of each format: the scores take time of the only thread. */
export const exportStudy = async (
  call: Asking & Pick<Call, 'response' | 'session'>,
  { places }: Pick<GatewayParts, 'places'>,
): Promise<Refusal | undefined> => {
  const leave = places.take('exportStudy', call.session?.user.id ?? '', AT_ONCE_MAX);
  if (!leave) return refuse('TOO_MANY_REQUESTS');
  try {
    const study = await readWhole(call);
    return isRefusal(study) ? study : sendStudy(study, call);
  } finally {
    leave();
  }
};

/** The tag names the content, so that a client which has it gets no second copy. */
const sendStudy = (
  study: Study,
  { input: { format, metric }, response }: Pick<Call<'exportStudy'>, 'input' | 'response'>,
): undefined => {
  const { type, write } = FORMATS[format];
  const bytes = write(studyColumns(study, metric));
  response.set({
    'content-type': type,
    'content-disposition': `attachment; filename="tradeium-study-${study.study_id}.${format}"`,
    'cache-control': 'private, no-cache',
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  });
  response.send(bytes);
};
