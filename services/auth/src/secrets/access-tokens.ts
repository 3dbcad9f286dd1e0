// Draws access tokens: a prefix, the user, and a secret of which only the hash is kept.
import { hash, randomBytes } from 'node:crypto';
import { ACCESS_TOKEN_PREFIX } from '@tradeium/contracts';

const SECRET_BYTES = 32;

/** A new token of the user, and the id that identifies it everywhere else. */
export const drawAccessToken = (userId: string): { readonly text: string; readonly tokenId: string } => {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return {
    text: `${ACCESS_TOKEN_PREFIX}${userId}.${secret}`,
    tokenId: hash('sha256', secret, 'base64url'),
  };
};
