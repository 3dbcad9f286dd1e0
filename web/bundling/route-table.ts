// Gives the browser the route table without its schemas: they check what the server receives, and weigh 30 KB.
import { ROUTES } from '@tradeium/contracts';
import type { Plugin } from 'vite';

const NAME = 'virtual:route-table';

/** Provides `virtual:route-table`: method, path and kind of answer of every route, by its name. */
export const routeTable = (): Plugin => ({
  name: 'route-table',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) => {
    if (id !== `\0${NAME}`) return undefined;
    const slim = Object.entries(ROUTES).map(([name, { method, path, response }]) => [
      name,
      { method, path, response },
    ]);
    return `export const ROUTE_TABLE = ${JSON.stringify(Object.fromEntries(slim))};`;
  },
});
