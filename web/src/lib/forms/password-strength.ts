// How hard a password is to guess. Loads a long list of common passwords, so nothing imports it before one is typed.

import { ERRORS, isCommonPassword, PASSWORD_LENGTH_MAX } from '@tradeium/contracts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

export { isCommonPassword };

export type Strength = {
  /** 1 weak, 2 fair, 3 good, 4 strong. */
  readonly level: 1 | 2 | 3 | 4;
  readonly text: string;
};

const WEAK: Strength = { level: 1, text: 'Weak: easy to guess. Make it longer.' };
/** By the library's score, from 0 to 4. */
const BY_SCORE: readonly Strength[] = [
  WEAK,
  WEAK,
  { level: 2, text: 'Fair: a few more characters make it much better.' },
  { level: 3, text: 'Good.' },
  { level: 4, text: 'Strong.' },
];

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: PASSWORD_LENGTH_MAX });

/** The parts of what an attacker knows about this user. */
const partsOf = (known: readonly string[]): string[] => [
  ...known.flatMap((text) => [text, text.replace(/@.*/, '')]),
  ...known.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length >= 3),
];

/** The strength of a password of valid length, given its user's email address and username. */
export const strengthOf = (password: string, known: readonly string[] = []): Strength => {
  if (isCommonPassword(password)) return { level: 1, text: `${ERRORS.PASSWORD_TOO_COMMON.detail}.` };
  const { score } = estimator.check(password, ['tradeium', ...partsOf(known)]);
  return BY_SCORE[score] ?? WEAK;
};
