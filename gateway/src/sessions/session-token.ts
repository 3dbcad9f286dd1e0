// Reads session tokens: JWTs of the auth service that name a user and a session.
import { createSecretKey, hash } from 'node:crypto';
import { id } from '@tradeium/contracts';
import jsonwebtoken from 'jsonwebtoken';
import { z } from 'zod';

const claims = z.object({ sub: id, sid: id, exp: z.int() });

/** `expiresAt` in milliseconds since 1970. */
export type SessionToken = {
  readonly userId: string;
  /** The session's id in all processes. The token can't be derived from it. */
  readonly sessionId: string;
  readonly expiresAt: number;
};

/** The id of the session whose token has this `sid`. */
export const sessionIdOf = (sid: string): string => hash('sha256', sid, 'base64url');

/** Makes a reader of tokens; it returns undefined for a forged, expired or foreign token. */
export const tokenReader = (secret: string): ((token: string) => SessionToken | undefined) => {
  const key = createSecretKey(Buffer.from(secret));
  return (token) => {
    try {
      const parsed = claims.safeParse(jsonwebtoken.verify(token, key, { algorithms: ['HS256'] }));
      if (!parsed.success) return undefined;
      const { sub, sid, exp } = parsed.data;
      return { userId: sub, sessionId: sessionIdOf(sid), expiresAt: exp * 1_000 };
    } catch {
      return undefined;
    }
  };
};
