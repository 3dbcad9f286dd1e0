// Makes the token that a browser keeps as its session's cookie; the gateway checks it with the same secret.
import jwt from 'jsonwebtoken';

export type SessionTokens = {
  /** A JWT (HS256) with the claims `sub` (user), `sid` (session), `iat` and `exp`. */
  tokenOf(session: Readonly<{ sessionId: string; userId: string; expiresAt: string }>): string;
};

export const openSessionTokens = (sessionSecret: string): SessionTokens => ({
  tokenOf: ({ sessionId, userId, expiresAt }) =>
    jwt.sign({ sid: sessionId, exp: Math.floor(Date.parse(expiresAt) / 1_000) }, sessionSecret, {
      algorithm: 'HS256',
      subject: userId,
    }),
});
