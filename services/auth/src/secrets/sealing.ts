// Seals text so that only the holder of a key reads it, and only in the place that it was sealed for.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: `v1.<nonce>.<ciphertext and tag>`, base64url. `place` is not kept, but must be the same to unseal. */
export const seal = (key: Buffer, place: string, content: Buffer): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
};

/** The content of what was sealed; throws when key, place or a single bit differs. */
export const unseal = (key: Buffer, place: string, sealed: string): Buffer => {
  const [version, nonce, body] = sealed.split('.');
  if (version !== VERSION || !nonce || !body) throw new Error('not a sealed text of version 1');
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
};
