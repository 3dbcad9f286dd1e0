// Streams a file that a service refers to, with its digest as ETag and with support for ranges.
import type { FileReference } from '@tradeium/contracts';
import type { Blobs } from '@tradeium/service-kit';
import type { Request, Response } from 'express';
import { sendSealedFile } from './sealed-file.ts';

/** Types that a browser may show. A file of any other type is a download, so that none ever runs as a page. */
const SHOWN_TYPES = new Set([
  'text/x-python',
  'text/plain',
  'text/csv',
  'application/json',
  'image/png',
  'image/jpeg',
]);

/** The Content-Disposition of a file; any character survives in its name (RFC 6266, RFC 8187). */
export const dispositionOf = ({ contentType, filename }: FileReference): string => {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${SHOWN_TYPES.has(type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`;
};

/** Text may be compressed on its way, so its tag is weak: it names the content, not the bytes sent. */
const etagOf = ({ digest, contentType }: FileReference, request: Request): string =>
  contentType.startsWith('image/') || request.headers.range ? `"${digest}"` : `W/"${digest}"`;

/** Sends the file of `reference`; rejects when its bytes are missing. */
export const sendFile = async (
  reference: FileReference,
  { request, response, blobs }: { request: Request; response: Response; blobs: Blobs },
): Promise<void> => {
  const path = await blobs.path(reference.digest);
  const disposition = dispositionOf(reference);
  const headers = {
    'content-type': disposition.startsWith('inline') ? reference.contentType : 'application/octet-stream',
    'content-disposition': disposition,
    'cache-control': 'private, no-cache',
    etag: etagOf(reference, request),
  };
  await sendSealedFile(path, reference.key, { request, response, headers });
};
