// Verifies the provider's signature of a payment notice.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from './exact-json.ts';

const SIGNATURE = /^[0-9a-f]{128}$/;

/**
 * True if `signature` (x-nowpayments-sig, hex) is the HMAC-SHA512 of the notice with the keys of all its objects
 * sorted. A body that cannot be parsed was not signed. Compares in constant time.
 */
export const isSignedNotice = (body: string, signature: string, secret: string): boolean => {
  if (!SIGNATURE.test(signature)) return false;
  let canonical: string;
  try {
    canonical = canonicalJson(body);
  } catch {
    return false;
  }
  const expected = createHmac('sha512', secret).update(canonical).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
};
