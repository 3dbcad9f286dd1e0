// Compresses text for clients that accept it; ranges of files are sent uncompressed.
import compression from 'compression';
import type { RequestHandler } from 'express';

export const compress = (): RequestHandler =>
  compression({
    filter: (request, response) => !request.headers.range && compression.filter(request, response),
  });
