// The facts of each route that the browser needs; the build writes this module out as plain data, without the schemas.
import { ROUTES, type Route, type RouteName } from '@tradeium/contracts';

export const ROUTE_TABLE: Readonly<Record<RouteName, Pick<Route, 'method' | 'path' | 'response'>>> = ROUTES;
