// Sends a file that is sealed: opened as a whole, as its end tells whether it is what was stored.
import { readFile } from 'node:fs/promises';
import { openFile } from '@tradeium/service-kit';
import type { Request, Response } from 'express';

type Sent = {
  readonly request: Request;
  readonly response: Response;
  readonly headers: Readonly<Record<string, string>>;
};

/** Sends the file at `path`, or the range of it that the request asks for. */
export const sendSealedFile = async (
  path: string,
  key: string,
  { request, response, headers }: Sent,
): Promise<void> => {
  response.set({ ...headers, 'accept-ranges': 'bytes' });
  if (request.fresh) return void response.status(304).end();
  const content = openFile(Buffer.from(key, 'base64'), await readFile(path));
  const condition = request.headers['if-range'];
  const isSame = condition === undefined || condition === headers.etag;
  const ranges = isSame ? request.range(content.length, { combine: true }) : undefined;
  if (ranges === -1) return void response.status(416).set('content-range', `bytes */${content.length}`).end();
  const range =
    Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
  if (!range) return void response.send(content);
  response.status(206).set('content-range', `bytes ${range.start}-${range.end}/${content.length}`);
  response.send(content.subarray(range.start, range.end + 1));
};
