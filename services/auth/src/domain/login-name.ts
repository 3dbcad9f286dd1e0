// The names that users log in with: how addresses and usernames are compared, and a new user's first username.
import { cleanAddress, USERNAME_LENGTH_MAX, USERNAME_LENGTH_MIN } from '@tradeium/contracts';

/** The form in which two email addresses are the same: clean, and without case. */
export const canonicalEmail = (email: string): string => cleanAddress(email).toLowerCase();

/** The form in which two usernames are the same. */
export const normaliseUsername = (username: string): string => username.trim().toLowerCase();

/** Usernames hold letters, digits and underscores only, so an `@` marks an address. */
export const isEmail = (loginName: string): boolean => loginName.includes('@');

const NUMBERED_CANDIDATES = 8;
const RANDOM_CANDIDATES = 8;
const SUFFIX_LENGTH_MAX = 7;

/**
 * Usernames to try for a new user, best first: the local part of the email, then with small numbers, then with large
 * ones drawn from the user's id. The same user gets the same ones again. Letters, digits and underscores, 3 to 30.
 */
export const usernameCandidates = (email: string, userId: string): string[] => {
  const base = baseOf(email);
  const numbered = Array.from({ length: NUMBERED_CANDIDATES }, (_, index) => `${base}_${index + 2}`);
  const drawn = Array.from(
    { length: RANDOM_CANDIDATES },
    (_, index) => `${base}_${drawnNumber(userId, index)}`,
  );
  return [base, ...numbered, ...drawn];
};

const baseOf = (email: string): string => {
  const localPart = canonicalEmail(email).split(/[@+]/)[0] ?? '';
  const words = localPart
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, USERNAME_LENGTH_MAX - SUFFIX_LENGTH_MAX)
    .replace(/^_+|_+$/g, '');
  if (words.length >= USERNAME_LENGTH_MIN) return words;
  return words ? `user_${words}` : 'user';
};

/** Six digits that a user's id determines. */
const drawnNumber = (userId: string, index: number): number =>
  [...`${userId}.${index}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 900_000, 7) + 100_000;
