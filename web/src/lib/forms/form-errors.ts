// Checks a form with the contract's schema, so that browser and server refuse the same input in the same words.
import { ERRORS, type ErrorCode, refusalText } from '@tradeium/contracts';
import type { z } from 'zod';
import { isFailure } from '../failure.ts';
import type { FieldErrors } from './use-form.ts';

const problemText = (message: string): string =>
  message in ERRORS ? refusalText({ refused: message as ErrorCode }) : message;

/** The first error of each field by the field's name (`''` for a schema of one value); empty when all is well. */
export const formErrors = (schema: z.ZodType, values: unknown): FieldErrors => {
  const { error } = schema.safeParse(values);
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) errors[path.join('.')] ??= problemText(message);
  return errors;
};

/** Which field of a form a refusal of the server is about. */
export type FieldOfCode = Readonly<Partial<Record<ErrorCode, string>>>;

/** The server's refusal at its field; undefined when it is about none. */
export const refusedField = (error: unknown, fieldOf: FieldOfCode): FieldErrors | undefined => {
  const field = isFailure(error) && error.code ? fieldOf[error.code] : undefined;
  return isFailure(error) && field ? { [field]: error.message } : undefined;
};
