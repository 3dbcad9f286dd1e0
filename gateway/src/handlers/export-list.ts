// Exports a list of administration as CSV, page by page as it is read, so that its size costs no memory.
import { once } from 'node:events';
import { isRefusal, messageOf, type Refusal, ROUTES, refuse } from '@tradeium/contracts';
import { z } from 'zod';
import type { Call } from '../calls/call.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { csvLines } from './csv.ts';

const ROWS_PER_PAGE = 500;
/** A client that takes nothing for so long is cut off. */
const STALLED_MS = 60_000;
/** Exports that one operator may have under way. */
const AT_ONCE_MAX = 2;

/** The route of each list: its filters, its rows, and the service that answers it. */
const LISTS = {
  users: 'listUsers',
  payments: 'listPayments',
  trading: 'listTrading',
  audit: 'listAudit',
} as const;

const page = z.object({
  items: z.array(z.record(z.string(), z.unknown())),
  next_cursor: z.string().nullable(),
});

/** The names of a row's fields, which head the columns. */
const columnsOf = (list: keyof typeof LISTS): string[] => {
  const [rows] = ROUTES[LISTS[list]].output.options;
  return Object.keys(rows.element.shape);
};

/** A page of a list under the filters of the export; INVALID_REQUEST for one that the list does not have. */
const readPage = async (
  { ask }: Pick<Call, 'ask'>,
  { list, ...filters }: Call<'exportList'>['input'],
  cursor: string,
): Promise<z.infer<typeof page> | Refusal> => {
  const name = LISTS[list];
  const input = ROUTES[name].input.safeParse({ ...filters, cursor, limit: ROWS_PER_PAGE });
  if (!input.success)
    return refuse('INVALID_REQUEST', { problem: `the list ${list} has no such filter or order` });
  const answered = await ask(messageOf(name), input.data as never);
  return isRefusal(answered) ? answered : page.parse(answered.output);
};

/** True if the operator still is one: the role may be taken while a long list travels. */
const isStillAllowed = async ({ request, session }: Call, { sessions, tokenOf, cookie }: GatewayParts) => {
  const token = tokenOf(cookie.read(request) ?? '');
  if (!token || !session) return false;
  const found = await sessions.find(token, session.id, () => undefined);
  return found !== undefined && !isRefusal(found) && found.role !== null;
};

/**
 * Sends the first page before the next one is read. The last line has the number of rows: a file without it was cut off,
 * because a service went away or the role was taken.
 */
export const exportList = async (
  call: Call<'exportList'>,
  parts: GatewayParts,
): Promise<Refusal | undefined> => {
  const { input, session } = call;
  const leave = parts.places.take('exportList', session?.user.id ?? '', AT_ONCE_MAX);
  if (!leave) return refuse('TOO_MANY_REQUESTS');
  try {
    const first = await readPage(call, input, '');
    return isRefusal(first) ? first : await sendPages(call, parts, first);
  } finally {
    leave();
  }
};

const sendPages = async (
  call: Call<'exportList'>,
  parts: GatewayParts,
  first: z.infer<typeof page>,
): Promise<undefined> => {
  const { input, response } = call;
  const columns = columnsOf(input.list);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const send = async (rows: readonly (readonly unknown[])[]) => {
    if (response.write(csvLines(rows))) return;
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(STALLED_MS)]);
    await once(response, 'drain', { signal });
  };
  const day = new Date().toISOString().slice(0, 10);
  response.set({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="tradeium-${input.list}-${day}.csv"`,
    'cache-control': 'no-store',
  });
  let count = 0;
  try {
    await send([columns]);
    for (let next: z.infer<typeof page> | Refusal = first; ; ) {
      if (isRefusal(next)) throw new Error(`refused: ${next.refused}`);
      count += next.items.length;
      await send(next.items.map((row) => columns.map((column) => row[column])));
      if (next.next_cursor === null) break;
      if (response.destroyed || !(await isStillAllowed(call as never, parts))) throw new Error('cut off');
      next = await readPage(call, input, next.next_cursor);
    }
    response.end(csvLines([['rows', count]]));
  } catch {
    response.destroy();
  }
  return undefined;
};
