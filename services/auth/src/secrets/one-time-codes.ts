// Makes and checks the codes of a second factor: those of an authenticator app (TOTP, RFC 6238) and recovery codes.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { RECOVERY_CODES_COUNT } from '@tradeium/contracts';
import { derivedKey } from '@tradeium/service-kit';
import { Secret, TOTP } from 'otpauth';
import type { CodeProof, SecondFactor } from '../domain/second-factor.ts';

const ISSUER = 'Tradeium';
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const CODE_LENGTH = 6;
/** Steps before and after now: clocks of phones are not always right. */
const WINDOW = 1;
const RECOVERY_CODE_BYTES = 10;
const SIX_DIGITS = /^\d{6}$/;
const NOT_TYPED = /[\s-]/g;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: CODE_LENGTH,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** A new secret, base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The secret as the address that authenticator apps read from a QR code. */
export const uriOf = (secret: string, account: string): string => totpOf(secret, account).toString();

/** The code of a moment, as the app shows it. */
export const codeAt = (secret: string, at: Date): string =>
  totpOf(secret).generate({ timestamp: at.getTime() });

/** The time step of a code of about now; null when it is wrong. In constant time. */
export const stepOf = (secret: string, code: string, at: Date): number | null => {
  const token = code.replace(NOT_TYPED, '');
  if (!SIX_DIGITS.test(token)) return null;
  const timestamp = at.getTime();
  const delta = totpOf(secret).validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
};

/** The hash that identifies a recovery code: made with the secret, so it is worthless once that is gone. */
const recoveryHashOf = (secret: string, code: string): string =>
  createHmac('sha256', derivedKey(secret, 'recovery-codes'))
    .update(code.replace(NOT_TYPED, '').toUpperCase())
    .digest('base64url');

/** New recovery codes of 80 bits, as the user keeps them, with what we keep of them. */
export const newRecoveryCodes = (secret: string): { codes: string[]; hashes: string[] } => {
  const codes = Array.from({ length: RECOVERY_CODES_COUNT }, () => {
    const { base32 } = new Secret({ buffer: Uint8Array.from(randomBytes(RECOVERY_CODE_BYTES)).buffer });
    return (base32.match(/.{4}/g) ?? []).join('-');
  });
  return { codes, hashes: codes.map((code) => recoveryHashOf(secret, code)) };
};

/** The proof in a typed code; null when it is not a code of this second factor. Each is compared with all, in constant time. */
export const proofOf = (
  { secret, recoveryHashes }: Pick<SecondFactor, 'secret' | 'recoveryHashes'>,
  typed: string,
  at: Date,
): CodeProof | null => {
  const step = stepOf(secret, typed, at);
  const hash = recoveryHashOf(secret, typed);
  const matching = recoveryHashes.filter(
    (kept) => kept.length === hash.length && timingSafeEqual(Buffer.from(kept), Buffer.from(hash)),
  );
  if (step !== null) return { step };
  return matching[0] === undefined ? null : { recoveryHash: matching[0] };
};
