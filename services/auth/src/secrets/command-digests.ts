// Digests a command's input, to detect different input under the same id without revealing either.
import { createHmac } from 'node:crypto';
import { derivedKey } from '@tradeium/service-kit';

/** HMAC-SHA-256 of an input, base64url. A fast hash of a password or an address without a key must not be stored. */
export type DigestOf = (input: Readonly<Record<string, string | undefined>>) => string;

export const openCommandDigests = (masterKey: string): DigestOf => {
  const key = derivedKey(masterKey, 'command-digests');
  return (input) => {
    const entries = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));
    return createHmac('sha256', key).update(JSON.stringify(entries)).digest('base64url');
  };
};
