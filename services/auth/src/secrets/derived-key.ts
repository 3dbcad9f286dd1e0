// Makes the keys for single purposes from the one secret that an operator keeps.
import { hkdfSync } from 'node:crypto';

/** A key of 256 bits for one purpose (HKDF-SHA-256, RFC 5869); the purposes' keys tell nothing of each other. */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'tradeium', purpose, 32));
