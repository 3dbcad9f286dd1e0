// Routes that deal with the session cookie: who am I, log in, register, log out.
import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import type { Call } from './call.ts';
import type { GatewayParts } from './gateway-parts.ts';

export const getMe = async ({ session, response }: Call<'getMe'>): Promise<Refusal | undefined> => {
  if (!session) return refuse('UNAUTHORIZED');
  response.json(session.user);
  return undefined;
};

export const login = async (
  { ask, input, response }: Call<'login'>,
  { cookie, tokenOf, writes }: GatewayParts,
): Promise<Refusal | undefined> => {
  const result = await ask(MESSAGES.startSession, input);
  if (isRefusal(result)) return result;
  const { user, session_token, session_expires_at } = result.output;
  const token = tokenOf(session_token);
  if (token && result.written) writes.note(token.sessionId, result.written);
  cookie.set(response, session_token, session_expires_at);
  response.json({ user });
  return undefined;
};

export const register = async (
  { ask, input, response }: Call<'register'>,
  { cookie, tokenOf, writes }: GatewayParts,
): Promise<Refusal | undefined> => {
  const result = await ask(MESSAGES.registerUser, input);
  if (isRefusal(result)) return result;
  const { session_token, session_expires_at, ...account } = result.output;
  if (session_token !== null && session_expires_at !== null) {
    const token = tokenOf(session_token);
    if (token && result.written) writes.note(token.sessionId, result.written);
    cookie.set(response, session_token, session_expires_at);
  }
  response.json(account);
  return undefined;
};

/** Without a session there is nothing to end, and the answer is the same. */
export const logout = async (
  { ask, request, response }: Call<'logout'>,
  { cookie, sessions, tokenOf }: GatewayParts,
): Promise<Refusal | undefined> => {
  const token = tokenOf(cookie.read(request) ?? '');
  if (token) {
    const result = await ask(MESSAGES.endSession, { sessionId: token.sessionId });
    if (isRefusal(result)) return result;
    sessions.ended(token.sessionId);
  }
  cookie.clear(response);
  response.json({ message: 'Logged out' });
  return undefined;
};
