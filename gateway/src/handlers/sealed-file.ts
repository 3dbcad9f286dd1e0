// Sends a file that is sealed: verified as a whole first, then opened piece by piece as the reader takes it.
import { pipeline } from 'node:stream/promises';
import { openSealedFile } from '@tradeium/service-kit';
import type { Request, Response } from 'express';

type Sent = {
  readonly request: Request;
  readonly response: Response;
  readonly headers: Readonly<Record<string, string>>;
};

/** The first and the last byte that a request asks for; null for the whole file, -1 for a range beyond it. */
const rangeOf = (request: Request, size: number, etag: string | undefined) => {
  const condition = request.headers['if-range'];
  const ranges =
    condition === undefined || condition === etag ? request.range(size, { combine: true }) : undefined;
  if (ranges === -1) return -1;
  const isOne = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1;
  return (isOne ? ranges[0] : null) ?? null;
};

/** Sends the file at `path`, or the range of it that the request asks for. */
export const sendSealedFile = async (
  path: string,
  key: string,
  { request, response, headers }: Sent,
): Promise<void> => {
  response.set({ ...headers, 'accept-ranges': 'bytes' });
  if (request.fresh) return void response.status(304).end();
  const { size, read } = await openSealedFile(Buffer.from(key, 'base64'), path);
  const range = rangeOf(request, size, headers.etag);
  if (range === -1) return void response.status(416).set('content-range', `bytes */${size}`).end();
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) response.status(206).set('content-range', `bytes ${start}-${end}/${size}`);
  response.set('content-length', String(end - start + 1));
  if (request.method === 'HEAD' || size === 0) return void response.end();
  await pipeline(read(start, end), response).catch((cause: unknown) => {
    // A reader that leaves is not a failure.
    if (!response.destroyed) throw cause;
  });
};
