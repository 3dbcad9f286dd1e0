// Strips the schemas, 30 KB, from the browser's route table; they only validate on the server.
import { ROUTES } from '@tradeium/contracts';
import type { Plugin } from 'vite';

const MODULE = '/web/src/core/route-table.ts';

/** Replaces the module by its own content as data: method, path and kind of answer of every route, by its name. */
export const routeTable = (): Plugin => ({
  name: 'route-table',
  enforce: 'pre',
  transform: (_code, id) => {
    if (!id.endsWith(MODULE)) return undefined;
    const slim = Object.entries(ROUTES).map(([name, { method, path, response }]) => [
      name,
      { method, path, response },
    ]);
    return { code: `export const ROUTE_TABLE = ${JSON.stringify(Object.fromEntries(slim))};`, map: null };
  },
});
