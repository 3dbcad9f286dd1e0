// The types of the slim route table that the build provides.
declare module 'virtual:route-table' {
  import type { Route, RouteName } from '@tradeium/contracts';

  export const ROUTE_TABLE: Readonly<Record<RouteName, Pick<Route, 'method' | 'path' | 'response'>>>;
}
