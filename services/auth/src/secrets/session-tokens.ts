// Makes the token of a session's cookie; the gateway checks it with the same secret.
import { hash, randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';

export type SessionTokens = {
  /** Draws the secret of a new session, and its public id. */
  draw(): { readonly secret: string; readonly sessionId: string };
  /** A JWT (HS256) with the claims `sub` (user), `sid` (the secret), `iat` and `exp`. */
  tokenOf(session: Readonly<{ secret: string; userId: string; expiresAt: string }>): string;
};

const SECRET_BYTES = 24;

export const openSessionTokens = (sessionSecret: string): SessionTokens => ({
  draw: () => {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    return { secret, sessionId: hash('sha256', secret, 'base64url') };
  },
  tokenOf: ({ secret, userId, expiresAt }) =>
    jwt.sign({ sid: secret, exp: Math.floor(Date.parse(expiresAt) / 1_000) }, sessionSecret, {
      algorithm: 'HS256',
      subject: userId,
    }),
});
