// Routes that deal with the cookies of session and registration: login, logout, registration, verification, profile, account deletion, the current user.
import { isRefusal, MESSAGES, messageOf, type Refusal, refuse } from '@tradeium/contracts';
import type { Position } from '@tradeium/service-kit';
import type { Request, Response } from 'express';
import type { Call } from '../calls/call.ts';
import type { GatewayParts } from '../gateway-parts.ts';

export const getMe = async ({ session, response }: Call<'getMe'>): Promise<Refusal | undefined> => {
  if (!session) return refuse('UNAUTHORIZED');
  response.json(session.user);
  return undefined;
};

/** From now on the link of an earlier registration asks this browser for the password, too. */
const forgetRegistration = (request: Request, response: Response, { registration }: GatewayParts): void => {
  if (registration.read(request)) registration.clear(response);
};

/** Gives the browser a session, and notes the write that started it. */
const beginSession = (
  { request, response }: Pick<Call, 'request' | 'response'>,
  parts: GatewayParts,
  session: Readonly<{ token: string; expiresAt: string; written: Position | undefined }>,
): void => {
  const { cookie, tokenOf, writes } = parts;
  const token = tokenOf(session.token);
  if (token && session.written) writes.note(response, token.sessionId, session.written);
  forgetRegistration(request, response, parts);
  cookie.set(response, session.token, session.expiresAt);
};

/**
 * Ends the session that the browser had until now: its token is about to be replaced, and it could not be ended any
 * more by logging out. A login does not fail because of it.
 */
const endPreviousSession = async (
  { ask, request }: Pick<Call, 'ask' | 'request'>,
  { cookie, sessions, tokenOf }: GatewayParts,
): Promise<void> => {
  const token = tokenOf(cookie.read(request) ?? '');
  if (!token) return;
  const ended = await ask(MESSAGES.endSession, { sessionId: token.sessionId }, { as: token });
  if (!isRefusal(ended)) sessions.ended(token.sessionId);
};

export const login = async (
  { ask, input, request, response }: Call<'login'>,
  parts: GatewayParts,
): Promise<Refusal | undefined> => {
  const result = await ask(MESSAGES.startSession, input);
  if (isRefusal(result)) return result;
  const { user, session_token: token, session_expires_at: expiresAt } = result.output;
  await endPreviousSession({ ask, request }, parts);
  beginSession({ request, response }, parts, { token, expiresAt, written: result.written });
  response.json({ user });
  return undefined;
};

export const register = async (
  { ask, input, request, response }: Call<'register'>,
  parts: GatewayParts,
): Promise<Refusal | undefined> => {
  const result = await ask(MESSAGES.registerUser, input);
  if (isRefusal(result)) return result;
  const { session_token: token, session_expires_at: expiresAt, registration, ...account } = result.output;
  if (token !== null && expiresAt !== null) {
    beginSession({ request, response }, parts, { token, expiresAt, written: result.written });
  }
  if (registration) parts.registration.set(response, registration.mark, registration.expires_at);
  response.json(account);
  return undefined;
};

/** In the browser that registered, or with the password of the registration, the link is as good as a login. */
export const verifyEmail = async (
  { ask, input, request, response }: Call<'verifyEmail'>,
  parts: GatewayParts,
): Promise<Refusal | undefined> => {
  const mark = parts.registration.read(request);
  const result = await ask(MESSAGES.verifyAddress, { ...input, ...(mark && { registration_mark: mark }) });
  if (isRefusal(result)) return result;
  const { session_token: token, session_expires_at: expiresAt, ...verified } = result.output;
  if (token !== null && expiresAt !== null) {
    await endPreviousSession({ ask, request }, parts);
    beginSession({ request, response }, parts, { token, expiresAt, written: result.written });
  }
  response.json(verified);
  return undefined;
};

/** A new password ends all sessions; the caller's browser gets a new one. */
export const updateProfile = async (
  { ask, input, session, request, response }: Call<'updateProfile'>,
  parts: GatewayParts,
): Promise<Refusal | undefined> => {
  const result = await ask(MESSAGES.changeProfile, input);
  if (isRefusal(result)) return result;
  const { session_token: token, session_expires_at: expiresAt, ...profile } = result.output;
  if (token !== null && expiresAt !== null) {
    if (session) parts.sessions.ended(session.id);
    beginSession({ request, response }, parts, { token, expiresAt, written: result.written });
  }
  response.json(profile);
  return undefined;
};

/** Answers the same with or without a session. */
export const logout = async (
  { ask, request, response }: Call<'logout'>,
  parts: GatewayParts,
): Promise<Refusal | undefined> => {
  const { cookie, sessions, tokenOf } = parts;
  const token = tokenOf(cookie.read(request) ?? '');
  if (token) {
    const result = await ask(MESSAGES.endSession, { sessionId: token.sessionId }, { as: token });
    if (isRefusal(result)) return result;
    sessions.ended(token.sessionId);
  }
  forgetRegistration(request, response, parts);
  cookie.clear(response);
  response.json({ message: 'Logged out' });
  return undefined;
};

export const deleteAccount = async (
  { ask, input, session, request, response }: Call<'deleteAccount'>,
  parts: GatewayParts,
): Promise<Refusal | undefined> => {
  const result = await ask(messageOf('deleteAccount'), input);
  if (isRefusal(result)) return result;
  if (session) parts.sessions.ended(session.id);
  forgetRegistration(request, response, parts);
  parts.cookie.clear(response);
  response.json(result.output);
  return undefined;
};
