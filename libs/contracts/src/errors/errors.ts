// The one catalogue of errors that cross a boundary, with their texts and HTTP statuses.
import { z } from 'zod';
import { ACCOUNT_ERRORS } from './account-errors.ts';
import { ADMIN_ERRORS } from './admin-errors.ts';
import { AGENT_ERRORS } from './agent-errors.ts';
import { CHAT_ERRORS } from './chat-errors.ts';
import { CREDITS_ERRORS } from './credits-errors.ts';
import { RUN_ERRORS } from './run-errors.ts';
import { STUDY_ERRORS } from './study-errors.ts';
import { TRADING_ERRORS } from './trading-errors.ts';

type ErrorDefinition = { readonly status: number; readonly detail: string };

const catalogue = <const T extends Record<string, ErrorDefinition>>(entries: T): T => entries;

/**
 * Every error by its code. `detail` is shown to users; `{name}` is replaced by the value of that name in the
 * refusal's data. Codes are the API between services, texts are not.
 */
export const ERRORS = catalogue({
  // Requests
  INVALID_REQUEST: { status: 400, detail: 'Invalid request: {problem}' },
  MALFORMED_JSON: { status: 400, detail: 'The request body is not valid JSON' },
  REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long to arrive' },
  HEADERS_TOO_LARGE: { status: 431, detail: 'The request headers are too large (at most {limit})' },
  WRONG_HOST: { status: 421, detail: 'This server does not answer for this address' },
  BODY_TOO_LARGE: { status: 413, detail: 'The request body is too large (at most {limit})' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, detail: 'The request body must be JSON' },
  NOT_FOUND: { status: 404, detail: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, detail: 'This address does not support this method' },
  FORBIDDEN_ORIGIN: { status: 403, detail: 'Requests from this origin are not allowed' },
  TOO_MANY_REQUESTS: { status: 429, detail: 'Too many requests. Please try again in a moment.' },
  DAILY_CHANGES_USED_UP: {
    status: 429,
    detail:
      'You have changed more today than the product keeps for one user in a day. Reading, stopping and logging out still work; changes go on at 00:00 UTC.',
  },
  SERVICE_UNAVAILABLE: { status: 503, detail: 'The service is temporarily unavailable. Please try again.' },
  STREAM_EXPIRED: { status: 410, detail: 'This stream can no longer be resumed' },
  INTERNAL: { status: 500, detail: 'An unexpected error occurred' },
  COMMAND_ID_REUSED: { status: 422, detail: 'This request id was already used with different content' },
  CONCURRENT_CHANGE: {
    status: 409,
    detail: 'This was changed elsewhere at the same time. Please try again.',
  },
  READ_MODEL_UNKNOWN: { status: 404, detail: 'No such read model: {name}' },

  ...ACCOUNT_ERRORS,
  ...CREDITS_ERRORS,
  ...CHAT_ERRORS,
  ...AGENT_ERRORS,
  ...RUN_ERRORS,
  ...STUDY_ERRORS,
  ...TRADING_ERRORS,
  ...ADMIN_ERRORS,
});

export type ErrorCode = keyof typeof ERRORS;

const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** Values that belong to a refusal: they fill the text, and a 402 passes `required` and `available` on (VUT). */
export type RefusalData = Readonly<Record<string, string | number>>;

/** An expected "no": returned by decisions and handlers, never thrown across a boundary. */
export type Refusal = { readonly refused: ErrorCode; readonly data?: RefusalData };

/** Makes a refusal of the catalogue. */
export const refuse = (refused: ErrorCode, data?: RefusalData): Refusal =>
  data === undefined ? { refused } : { refused, data };

/** True if a value is a refusal. */
export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' &&
  value !== null &&
  'refused' in value &&
  typeof value.refused === 'string' &&
  value.refused in ERRORS;

/** The user's text of a refusal, its placeholders filled from the refusal's data. */
export const refusalText = ({ refused, data = {} }: Refusal): string =>
  ERRORS[refused].detail.replace(/\{(\w+)\}/g, (_, name: string) => String(data[name] ?? ''));

/** The API's answer with a status of 4xx or 5xx. A 402 also carries the amounts, in VUT. */
export const errorBody = z.union([
  z.object({ detail: z.string(), code: z.enum(ERROR_CODES).optional() }),
  z.object({
    detail: z.object({ message: z.string(), required: z.number(), available: z.number() }),
    code: z.enum(ERROR_CODES).optional(),
  }),
]);

type ErrorBody = z.infer<typeof errorBody>;

const PAYMENT_REQUIRED = 402;

/** The HTTP status and body of a refusal. */
export const refusalResponse = (refusal: Refusal): { status: number; body: ErrorBody } => {
  const message = refusalText(refusal);
  const { status } = ERRORS[refusal.refused];
  const { required, available } = refusal.data ?? {};
  const detail =
    status === PAYMENT_REQUIRED
      ? { message, required: Number(required ?? 0), available: Number(available ?? 0) }
      : message;
  return { status, body: { detail, code: refusal.refused } as ErrorBody };
};
