// Exports the computed points of a study as CSV or Parquet, which hold at most as many rows as a study has points.
import { createHash } from 'node:crypto';
import { isRefusal, messageOf, type Refusal, refuse, type Study, wholeStudy } from '@tradeium/contracts';
import type { Call } from '../calls/call.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { studyColumns } from './study-columns.ts';
import type { StudyFileFormat } from './study-file.ts';

/** Exports that one user may have under way: one of each format. */
const AT_ONCE_MAX = 2;

const TYPES: Readonly<Record<StudyFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

type Exporting = Pick<Call<'exportStudy'>, 'ask' | 'input' | 'request' | 'response'>;

const readPage = async (
  { ask, input: { study_id } }: Exporting,
  page: { readonly after?: number; readonly limit?: number },
): Promise<Study | Refusal> => {
  const read = await ask(messageOf('readStudy'), { study_id, ...page });
  return isRefusal(read) ? read : read.output;
};

/**
 * Names a file by what its rows follow from, without them: computed points stay as they are, and their deflated Sharpe ratios
 * follow from the trials. What is computed after this was read is in the file, but not in the tag, so that it is fetched again.
 */
const tagOf = (start: Study, { format, metric }: Exporting['input']): string => {
  const columns = studyColumns(start, metric).map(({ name }) => name);
  const content = JSON.stringify([format, columns, start]);
  return `"${createHash('sha256').update(content).digest('base64url')}"`;
};

/** True if the client has this file; the tag is on an answer that sends or confirms the file, and on no refusal. */
const isKnown = (etag: string, { request, response }: Exporting): boolean => {
  response.set('etag', etag);
  if (request.fresh) return true;
  response.removeHeader('etag');
  return false;
};

const sendWhole = async (
  exporting: Exporting,
  headers: Readonly<Record<string, string>>,
  studyFiles: GatewayParts['studyFiles'],
): Promise<Refusal | undefined> => {
  const study = await wholeStudy((after) => readPage(exporting, { after }));
  if (isRefusal(study)) return study;
  const { format, metric } = exporting.input;
  const bytes = await studyFiles.run('writeStudy', { study, format, metric });
  exporting.response.set({
    ...headers,
    'content-type': TYPES[format],
    'content-disposition': `attachment; filename="tradeium-study-${study.study_id}.${format}"`,
  });
  exporting.response.send(Buffer.from(bytes));
};

/** A client that has the file gets no second copy, for the price of reading one point of the study. */
export const exportStudy = async (
  call: Exporting & Pick<Call, 'session'>,
  { places, studyFiles }: Pick<GatewayParts, 'places' | 'studyFiles'>,
): Promise<Refusal | undefined> => {
  const { input, response, session } = call;
  const start = await readPage(call, { limit: 1 });
  if (isRefusal(start)) return start;
  const headers = { 'cache-control': 'private, no-cache', etag: tagOf(start, input) };
  if (isKnown(headers.etag, call)) return void response.status(304).set(headers).end();
  const leave = places.take('exportStudy', session?.user.id ?? '', AT_ONCE_MAX);
  if (!leave) return refuse('TOO_MANY_REQUESTS');
  try {
    return await sendWhole(call, headers, studyFiles);
  } finally {
    leave();
  }
};
