// How hard a password is to guess, as a hint to whoever chooses it; it never refuses one.
import { PASSWORD_LENGTH_MIN } from '@tradeium/contracts';

export type Strength = {
  /** 0 nothing typed, 1 weak, 2 fair, 3 good, 4 strong. */
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly text: string;
};

/** Bits of guessing from which on a password is fair, good, strong. */
const BITS = [30, 50, 70] as const;
const TEXTS = [
  'Weak: easy to guess. Make it longer.',
  'Fair: a few more characters make it much better.',
  'Good.',
  'Strong.',
] as const;

/** What people choose most often, without digits and signs around it. */
const COMMON = new Set([
  'password',
  'passwort',
  'qwerty',
  'qwertz',
  'azerty',
  'asdf',
  'letmein',
  'welcome',
  'admin',
  'login',
  'iloveyou',
  'dragon',
  'monkey',
  'football',
  'bitcoin',
  'crypto',
  'tradeium',
  'secret',
  'hello',
  'abc',
]);

const CLASSES = [
  { pattern: /[a-z]/, size: 26 },
  { pattern: /[A-Z]/, size: 26 },
  { pattern: /\d/, size: 10 },
  { pattern: /[^a-zA-Z\d]/, size: 33 },
] as const;

/** Characters that are not simply the one before again, or its neighbour as in `abc` and `321`. */
const surprises = (password: string): number => {
  let count = 0;
  let before = Number.NaN;
  for (const character of password) {
    const code = character.codePointAt(0) ?? 0;
    if (!(Math.abs(code - before) <= 1)) count += 1;
    before = code;
  }
  return count;
};

const bitsOf = (password: string): number => {
  const pool = CLASSES.reduce(
    (size, { pattern, size: more }) => (pattern.test(password) ? size + more : size),
    0,
  );
  return pool === 0 ? 0 : surprises(password) * Math.log2(pool);
};

/** What is left when everything is removed that an attacker knows of this user or of all users. */
const unknownPart = (password: string, known: readonly string[]): string => {
  const personal = known
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length >= 3);
  let rest = password;
  for (const part of personal) rest = rest.replaceAll(new RegExp(part, 'giu'), '');
  return COMMON.has(rest.toLowerCase().replaceAll(/[^\p{L}]/gu, '')) ? '' : rest;
};

/** The strength of a password, given what is known of its user (e-mail address, username). */
export const strengthOf = (password: string, known: readonly string[] = []): Strength => {
  if (password === '') return { level: 0, text: `At least ${PASSWORD_LENGTH_MIN} characters` };
  if (password.length < PASSWORD_LENGTH_MIN)
    return { level: 1, text: `At least ${PASSWORD_LENGTH_MIN} characters, ${password.length} so far` };
  const bits = bitsOf(unknownPart(password, known));
  const index = BITS.filter((limit) => bits >= limit).length as 0 | 1 | 2 | 3;
  return { level: (index + 1) as 1 | 2 | 3 | 4, text: TEXTS[index] };
};
