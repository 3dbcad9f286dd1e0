// How events keep a refusal: as the code of its day, which the catalogue of errors may no longer have.
import { z } from 'zod';
import { ERRORS, type ErrorCode, type Refusal, type RefusalData, refuse } from '../errors.ts';

/** Any code that there was or will be: a stored refusal is never checked against today's catalogue. */
export const refusalWord = z.string().regex(/^[A-Z][A-Z0-9_]{1,63}$/);

const isErrorCode = (word: string): word is ErrorCode => Object.hasOwn(ERRORS, word);

/** A stored refusal as today's; `otherwise` stands for a code that the catalogue does not have. */
export const refusalOfWord = (word: string, data: RefusalData | undefined, otherwise: ErrorCode): Refusal =>
  isErrorCode(word) ? refuse(word, data) : refuse(otherwise);
