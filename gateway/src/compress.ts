// Compresses text on its way to clients that take it; parts of files are sent as they are.
import compression from 'compression';
import type { RequestHandler } from 'express';

export const compress = (): RequestHandler =>
  compression({
    filter: (request, response) => !request.headers.range && compression.filter(request, response),
  });
