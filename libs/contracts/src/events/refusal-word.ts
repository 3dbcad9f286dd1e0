// How events store a refusal: as the error code that was valid then, which today's catalogue may lack.
import { z } from 'zod';
import { ERRORS, type ErrorCode, type Refusal, type RefusalData, refuse } from '../errors/errors.ts';

/** Any past or future code, of an error or a finding: a stored one is never checked against today's catalogue. */
export const refusalWord = z.string().regex(/^[A-Z][A-Z0-9_]{0,99}$/);
/** The values that fill a code's text in this case. */
export const refusalWordData = z.record(z.string(), z.union([z.string(), z.number()]));

const isErrorCode = (word: string): word is ErrorCode => Object.hasOwn(ERRORS, word);

/** A stored refusal as today's; `otherwise` replaces a code that the catalogue lacks. */
export const refusalOfWord = (word: string, data: RefusalData | undefined, otherwise: ErrorCode): Refusal =>
  isErrorCode(word) ? refuse(word, data) : refuse(otherwise);
