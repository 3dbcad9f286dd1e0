// Seals content with AES-256-GCM so that it opens only with its key and in its place.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A 256-bit key, and its id in sealed texts. */
export type SealingKey = { readonly id: string; readonly bytes: Buffer };

/** Where the content belongs, such as `[user id, field]`. It is not stored, and unsealing needs the same value. */
export type SealedPlace = readonly string[];

const VERSION = 'v2';
const KEY_ID_BYTES = 6;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The id is a fingerprint of the key, which it does not reveal. */
export const sealingKey = (bytes: Buffer): SealingKey => {
  const fingerprint = hkdfSync('sha256', bytes, 'tradeium', 'key-id', KEY_ID_BYTES);
  return { id: Buffer.from(fingerprint).toString('base64url'), bytes };
};

/** `v2.<key id>.<nonce>.<ciphertext and tag>`, each base64url. */
export const seal = ({ id, bytes }: SealingKey, place: SealedPlace, content: Buffer): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(JSON.stringify(place)));
  const sealed = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, id, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
};

/** The id of the key that a text was sealed with. */
export const keyIdOf = (sealed: string): string | undefined => sealed.split('.')[1];

/** The content that was sealed with one of `keys`; throws when the key, the place or a single bit differs. */
export const unseal = (keys: readonly SealingKey[], place: SealedPlace, sealed: string): Buffer => {
  const [version, id = '', nonce = '', body = '', ...more] = sealed.split('.');
  if (version !== VERSION || body === '' || more.length > 0) throw new Error('not a sealed text');
  const key = keys.find((each) => each.id === id);
  if (!key) throw new Error(`sealed with the key ${id}, which is not at hand`);
  const content = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(nonce, 'base64url'), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(JSON.stringify(place))).setAuthTag(content.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(content.subarray(0, -TAG_BYTES)), decipher.final()]);
};
