// Serves the API's description: OpenAPI as JSON, and a page to read and try it.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Router } from 'express';
import { compress } from '../requests/compress.ts';
import { documentHeaders } from '../requests/security.ts';
import { openApiDocument } from './openapi.ts';

const require = createRequire(import.meta.url);
const SWAGGER_DIRECTORY = dirname(require.resolve('swagger-ui-dist/package.json'));
const SWAGGER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Tradeium API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
    <link rel="icon" href="/api/docs/favicon-32x32.png">
  </head>
  <body>
    <div id="page"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/page.js"></script>
  </body>
</html>
`;

/** A separate file, because the content security policy allows no inline script. */
const SCRIPT = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#page', deepLinking: true, validatorUrl: null });
`;

/** The router of `/api/openapi.json` and `/api/docs`. */
export const apiDocsRouter = (cookieName: string): Router => {
  const document = JSON.stringify(openApiDocument(cookieName));
  const router = Router();
  router.use(['/api/openapi.json', '/api/docs'], compress());
  router.get('/api/openapi.json', (_request, response) => void response.type('json').send(document));
  router.get(
    '/api/docs',
    documentHeaders(PAGE),
    (_request, response) => void response.type('html').send(PAGE),
  );
  router.get('/api/docs/page.js', (_request, response) => void response.type('js').send(SCRIPT));
  for (const file of SWAGGER_FILES) {
    router.get(`/api/docs/${file}`, (_request, response) => {
      response.setHeader('cache-control', 'no-cache');
      response.sendFile(file, { root: SWAGGER_DIRECTORY, cacheControl: false });
    });
  }
  return router;
};
