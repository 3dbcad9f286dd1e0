// Checks a form with the contract's schema, so that browser and server refuse the same input in the same words.
import { ERRORS, type ErrorCode, refusalText } from '@tradeium/contracts';
import type { z } from 'zod';

const textOf = (message: string): string =>
  message in ERRORS ? refusalText({ refused: message as ErrorCode }) : message;

/** The first error of each field by the field's name (`''` for a schema of one value); empty when all is well. */
export const formErrors = (schema: z.ZodType, values: unknown): Readonly<Record<string, string>> => {
  const { error } = schema.safeParse(values);
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) errors[path.join('.')] ??= textOf(message);
  return errors;
};
