// Derives keys for single purposes from the operator's one secret.
import { hkdfSync } from 'node:crypto';

/** A 256-bit key for one purpose (HKDF-SHA-256, RFC 5869). Keys of different purposes reveal nothing about each other. */
export const derivedKey = (secret: string | Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'tradeium', purpose, 32));
