// Makes of a command's input what tells it from another under the same id, and tells nothing else.
import { createHmac } from 'node:crypto';
import { derivedKey } from '@tradeium/service-kit';

/** HMAC-SHA-256 of an input, base64url: a fast hash of a password or an address that needs no key must not be kept. */
export type DigestOf = (input: Readonly<Record<string, string | undefined>>) => string;

export const openCommandDigests = (masterKey: string): DigestOf => {
  const key = derivedKey(masterKey, 'command-digests');
  return (input) => {
    const entries = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));
    return createHmac('sha256', key).update(JSON.stringify(entries)).digest('base64url');
  };
};
