// Selects each route's handler: its service, or one of the gateway's own where forwarding is not enough.
import {
  type FileReference,
  isRefusal,
  messageOfRoute,
  type Refusal,
  type Route,
  type RouteName,
  refuse,
} from '@tradeium/contracts';
import type { Call } from '../calls/call.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { deleteAccount, getMe, login, logout, register, updateProfile, verifyEmail } from './accounts.ts';
import { answerEvents } from './answer-events.ts';
import { executeBacktest } from './execute.ts';
import { exportAccount } from './export-account.ts';
import { exportList } from './export-list.ts';
import { exportStudy } from './export-study.ts';
import { sendFile } from './files.ts';
import { receivePaymentNotice } from './payment-notices.ts';

/** Answers a request, or returns the refusal to answer it with. */
export type Handler<Name extends RouteName = RouteName> = (
  call: Call<Name>,
  parts: GatewayParts,
) => Promise<Refusal | undefined>;

const answerJson: Handler = async ({ name, route, ask, input, response }) => {
  const { timeoutMs } = route;
  const result = await ask(messageOfRoute(name, route), input, timeoutMs === undefined ? {} : { timeoutMs });
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
  response.json({ has_access: session.role !== null, role: session.role });
  return undefined;
};

/** The gateway's own handlers. */
const OWN: { readonly [Name in RouteName]?: Handler<Name> } = {
  getMe,
  login,
  register,
  logout,
  verifyEmail,
  updateProfile,
  deleteAccount,
  executeBacktest,
  exportAccount,
  exportList,
  exportStudy,
  receivePaymentNotice,
  checkAdminAccess,
};

const ANSWERS: Readonly<Record<Route['response'], Handler>> = {
  json: answerJson,
  file: answerFile,
  events: answerEvents,
};

/** A route's handler. */
export const handlerOf = (name: string, route: Route): Handler =>
  (OWN[name as RouteName] as Handler | undefined) ?? ANSWERS[route.response];
