// The one table of the HTTP API's routes, the source of gateway, web client, OpenAPI and tests.
import type { z } from 'zod';
import { ACCESS_TOKEN_ROUTES } from './http/access-token-routes.ts';
import { ADMIN_ROUTES } from './http/admin-routes.ts';
import { AGENT_ROUTES } from './http/agent-routes.ts';
import { AUTH_ROUTES } from './http/auth-routes.ts';
import { BACKTEST_ROUTES } from './http/backtest-routes.ts';
import { CREDITS_ROUTES } from './http/credits-routes.ts';
import { EXCHANGE_KEY_ROUTES } from './http/exchange-key-routes.ts';
import { FOLDER_ROUTES } from './http/folder-routes.ts';
import { NOTICE_ROUTES } from './http/notice-routes.ts';
import type { Message, Route } from './http/route.ts';
import { RUN_ROUTES } from './http/run-routes.ts';
import { SECOND_FACTOR_ROUTES } from './http/second-factor-routes.ts';
import { SESSION_ROUTES } from './http/session-routes.ts';
import { SHARE_ROUTES } from './http/share-routes.ts';
import { STRATEGY_ROUTES } from './http/strategy-routes.ts';
import { STUDY_ROUTES } from './http/study-routes.ts';
import { TRADING_ROUTES } from './http/trading-routes.ts';
import { UPDATE_ROUTES } from './http/update-routes.ts';
import type { ServiceName } from './services.ts';

export const ROUTES = {
  ...AUTH_ROUTES,
  ...SESSION_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...ACCESS_TOKEN_ROUTES,
  ...CREDITS_ROUTES,
  ...AGENT_ROUTES,
  ...BACKTEST_ROUTES,
  ...STRATEGY_ROUTES,
  ...FOLDER_ROUTES,
  ...SHARE_ROUTES,
  ...RUN_ROUTES,
  ...STUDY_ROUTES,
  ...UPDATE_ROUTES,
  ...TRADING_ROUTES,
  ...NOTICE_ROUTES,
  ...EXCHANGE_KEY_ROUTES,
  ...ADMIN_ROUTES,
} as const satisfies Record<string, Route>;

/** Routes by name, as the gateway mounts them. */
export type RouteTable = Readonly<Record<string, Route>>;

export type RouteName = keyof typeof ROUTES;
export type RouteInput<Name extends RouteName> = z.input<(typeof ROUTES)[Name]['input']>;
export type RouteOutput<Name extends RouteName> = z.output<(typeof ROUTES)[Name]['output']>;

/** `renameChat` → `rename-chat`: how a route is named as a command or query, and its file in the service. */
const messageName = (routeName: string): string =>
  routeName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The command or query that a route of this name becomes; throws for a route without a service. */
export const messageOfRoute = <Input extends z.ZodType, Output extends z.ZodType>(
  name: string,
  { service, kind, input, output }: Route<Input, Output>,
): Message<Input, Output> => {
  if (service === 'gateway') throw new Error(`${name} is not answered by a service`);
  return { service: service satisfies ServiceName, kind, name: messageName(name), input, output };
};

/** The command or query that a route of the table becomes. */
export const messageOf = <Name extends RouteName>(
  name: Name,
): Message<(typeof ROUTES)[Name]['input'], (typeof ROUTES)[Name]['output']> =>
  messageOfRoute(name, ROUTES[name] as Route) as Message<
    (typeof ROUTES)[Name]['input'],
    (typeof ROUTES)[Name]['output']
  >;

/** The subject that a message is sent on. */
export const subjectOfMessage = ({ kind, service, name }: Message): string =>
  `${kind === 'command' ? 'cmd' : 'query'}.${service}.${name}`;
