// What answers each route: its service, or a handler of the gateway's own where there is more to do than to pass on.
import {
  type FileReference,
  isRefusal,
  messageOfRoute,
  type Refusal,
  type Route,
  type RouteName,
  refuse,
} from '@tradeium/contracts';
import { deleteAccount, getMe, login, logout, register, updateProfile } from './accounts.ts';
import type { Call } from './call.ts';
import { executeBacktest } from './execute.ts';
import { exportAccount } from './export-account.ts';
import { sendFile } from './files.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { receivePaymentNotice } from './payment-notices.ts';
import { openAccountStreams } from './watch-account.ts';
import { openRunStreams } from './watch-run.ts';

/** Answers a request, or returns the refusal to answer it with. */
export type Handler<Name extends RouteName = RouteName> = (
  call: Call<Name>,
  parts: GatewayParts,
) => Promise<Refusal | undefined>;

const answerJson: Handler = async ({ name, route, ask, input, response }) => {
  const result = await ask(messageOfRoute(name, route), input);
  if (isRefusal(result)) return result;
  response.json(result.output);
  return undefined;
};

const answerFile: Handler = async ({ name, route, ask, input, request, response }, { blobs }) => {
  const result = await ask(messageOfRoute(name, route), input);
  if (isRefusal(result)) return result;
  await sendFile(result.output as FileReference, { request, response, blobs });
  return undefined;
};

const checkAdminAccess: Handler<'checkAdminAccess'> = async ({ session, response }) => {
  if (!session) return refuse('UNAUTHORIZED');
  response.json({ has_access: session.isAdmin });
  return undefined;
};

/** Makes the function that finds a route's handler. */
export const openHandlers = (parts: GatewayParts): ((name: string, route: Route) => Handler) => {
  const own: { readonly [Name in RouteName]?: Handler<Name> } = {
    getMe,
    login,
    register,
    logout,
    updateProfile,
    deleteAccount,
    executeBacktest,
    exportAccount,
    receivePaymentNotice,
    checkAdminAccess,
    watchRun: openRunStreams(parts),
    watchAccount: openAccountStreams(parts),
  };
  return (name, route) =>
    (own[name as RouteName] as Handler | undefined) ?? (route.response === 'file' ? answerFile : answerJson);
};
