// The one catalogue of errors that cross a boundary, with their texts and HTTP statuses.
import { z } from 'zod';
import { ADMIN_ERRORS } from './admin-errors.ts';
import { AGENT_ERRORS } from './agent-errors.ts';
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

  // Accounts
  UNAUTHORIZED: { status: 401, detail: 'Unauthorized - please login again' },
  FORBIDDEN: { status: 403, detail: 'You do not have permission to do this' },
  INVALID_CREDENTIALS: { status: 401, detail: 'Invalid email, username or password' },
  EMAIL_NOT_VERIFIED: { status: 403, detail: 'Please verify your email address before logging in' },
  EMAIL_TAKEN: { status: 409, detail: 'An account with this email address already exists' },
  TOO_MANY_LOGIN_ATTEMPTS: {
    status: 429,
    detail: 'Too many failed attempts. Please try again in {seconds} s.',
  },
  SECOND_FACTOR_REQUIRED: { status: 403, detail: 'Please enter the code of your authenticator app' },
  SECOND_FACTOR_WRONG: { status: 403, detail: 'This code is not correct or was already used' },
  SECOND_FACTOR_ON: { status: 409, detail: 'Two-factor authentication is already on' },
  SECOND_FACTOR_OFF: { status: 409, detail: 'Two-factor authentication is off' },
  SECOND_FACTOR_SETUP_EXPIRED: {
    status: 400,
    detail: 'This took too long. Please start again with a new code.',
  },
  TOO_MANY_MAILS: {
    status: 429,
    detail: 'Too many emails were requested for this mailbox. Please try again later.',
  },
  TOO_MANY_REGISTRATIONS: {
    status: 429,
    detail: 'Too many accounts were registered from your network. Please try again later.',
  },
  ADDRESS_NOT_PROVEN: { status: 409, detail: 'The owner of this address has not verified it' },
  USERNAME_REQUIRED: { status: 400, detail: 'Username is required' },
  USERNAME_TOO_SHORT: { status: 400, detail: 'Username must be at least 3 characters' },
  USERNAME_TOO_LONG: { status: 400, detail: 'Username must be at most 30 characters' },
  USERNAME_INVALID: {
    status: 400,
    detail: 'Username can only contain letters, numbers, and underscores',
  },
  USERNAME_UNCHANGED: { status: 400, detail: 'Username is the same as current username' },
  USERNAME_TAKEN: { status: 409, detail: 'This username is already taken' },
  EMAIL_INVALID: { status: 400, detail: 'Please enter a valid email address' },
  EMAIL_REQUIRED: { status: 400, detail: 'Email is required' },
  LOGIN_NAME_REQUIRED: { status: 400, detail: 'Email or username is required' },
  LOGIN_NAME_INVALID: { status: 400, detail: 'Please enter a valid email address or username' },
  PASSWORD_REQUIRED: { status: 400, detail: 'Password is required' },
  PASSWORD_TOO_SHORT: { status: 400, detail: 'Password must be at least 6 characters' },
  PASSWORD_TOO_LONG: { status: 400, detail: 'Password must be at most 256 characters' },
  PASSWORD_TOO_COMMON: { status: 400, detail: 'This password is too common' },
  NEW_PASSWORD_TOO_SHORT: { status: 400, detail: 'New password must be at least 6 characters' },
  CURRENT_PASSWORD_REQUIRED: { status: 400, detail: 'Please enter your current password' },
  CURRENT_PASSWORD_WRONG: { status: 403, detail: 'The current password is not correct' },
  PROFILE_UNCHANGED: { status: 400, detail: 'There is nothing to change' },
  RESET_TOKEN_MISSING: { status: 400, detail: 'No password reset token provided' },
  RESET_TOKEN_INVALID: { status: 400, detail: 'This password reset link is invalid or has expired' },
  SESSION_NOT_FOUND: { status: 404, detail: 'No such session' },
  VERIFICATION_TOKEN_MISSING: { status: 400, detail: 'No verification token provided' },
  VERIFICATION_PASSWORD_REQUIRED: {
    status: 400,
    detail: 'Please type your password to verify this address',
  },
  VERIFICATION_TOKEN_INVALID: { status: 400, detail: 'This verification link is invalid or has expired' },

  // Credits
  INSUFFICIENT_CREDITS: {
    status: 402,
    detail: 'Insufficient VUT credits. Please top up your account to continue.',
  },
  CREDITS_OWED: {
    status: 402,
    detail:
      'Credits that were taken back, as after the refund of a purchase, are still to be paid back: {owed} VUT. What comes in pays this first; until then nothing that costs credits can be started.',
  },
  READ_MODEL_UNKNOWN: { status: 404, detail: 'No such read model: {name}' },
  RESERVATION_UNKNOWN: { status: 404, detail: 'No such reservation' },
  RESERVATION_SETTLED: { status: 409, detail: 'This reservation is already settled' },
  RESERVATION_EXPIRED: { status: 409, detail: 'This reservation has expired' },
  OPERATION_UNKNOWN: { status: 404, detail: 'No such operation' },
  REFUND_EXCEEDS_CHARGE: { status: 409, detail: 'The amount is more than the charge' },
  ACCOUNT_CLOSED: { status: 409, detail: 'This account is closed' },
  OPERATION_REFUSED: { status: 409, detail: 'This was already refused' },
  CAPTURE_EXCEEDS_RESERVATION: { status: 409, detail: 'The amount is more than the reservation' },

  // Payments
  PAYMENT_AMOUNT_INVALID: {
    status: 400,
    detail: 'The amount must be between 5 and 10,000 USD, with at most two decimals',
  },
  CREDITS_AMOUNT_MISMATCH: {
    status: 400,
    detail: 'The credits do not match the amount: 1 USD buys 1,000 VUT',
  },
  PAYMENTS_UNAVAILABLE: {
    status: 503,
    detail: 'Payments are not available at the moment. Please try again.',
  },
  TOO_MANY_OPEN_PAYMENTS: {
    status: 429,
    detail:
      'You already have {limit} payments waiting. Please complete one of them or wait until it expires.',
  },
  PAYMENT_NOT_FOUND: { status: 404, detail: 'No such payment' },
  PAYMENT_NOTICE_INVALID: { status: 400, detail: 'This is not a payment notice' },
  PAYMENT_SIGNATURE_INVALID: { status: 401, detail: 'The signature of this payment notice is not valid' },

  // Chats and files
  CHAT_NOT_FOUND: { status: 404, detail: 'Backtest chat not found' },
  CHAT_NAME_REQUIRED: { status: 400, detail: 'Please enter a name for your backtest session' },
  CHAT_NAME_TOO_LONG: { status: 400, detail: 'Name must be 50 characters or less' },
  CHAT_NAME_TOO_SHORT: { status: 400, detail: 'Name must be at least 3 characters long' },
  CHAT_NAME_TAKEN: { status: 409, detail: 'A backtest chat with this name already exists' },
  NAME_REQUIRED: { status: 400, detail: 'Name cannot be empty' },
  NAME_TOO_LONG: { status: 400, detail: 'Name must be 100 characters or less' },
  NAME_INVALID: { status: 400, detail: 'Name cannot contain invisible characters, or be . or ..' },
  STRATEGY_NAME_TAKEN: { status: 409, detail: 'A strategy file with this name already exists' },
  STRATEGY_VERSION_NOT_FOUND: { status: 404, detail: 'This version of the strategy is no longer available' },
  FOLDER_NAME_TAKEN: { status: 409, detail: 'A backtest folder with this name already exists' },
  NOTES_TOO_LONG: { status: 400, detail: 'Notes must be 10,000 characters or less' },
  TOO_MANY_FAVORITES: { status: 409, detail: 'You have reached the limit of {limit} favorites' },
  PRIVATE_CHAT_READ_ONLY: { status: 403, detail: 'Private Chats can be run but not modified' },
  CHAT_IS_DEPLOYED: {
    status: 409,
    detail:
      'This chat has a deployment that may trade. Stop it on the trading page before you delete the chat.',
  },
  TOO_MANY_CHATS: { status: 409, detail: 'You have reached the limit of {limit} backtest chats' },
  STRATEGY_FILE_NOT_FOUND: { status: 404, detail: 'Strategy file not found' },
  STRATEGY_CODE_REQUIRED: { status: 400, detail: 'The strategy has no code' },
  STRATEGY_CODE_TOO_LARGE: { status: 413, detail: 'The strategy is too large (at most 256 KiB)' },
  TOO_MANY_STRATEGY_FILES: { status: 409, detail: 'A backtest chat holds at most {limit} strategy files' },
  TOO_MANY_FILES_OF_USER: {
    status: 409,
    detail: 'You have reached the limit of {limit} strategy files. Please delete some of them.',
  },
  TOO_MANY_RESULTS: {
    status: 409,
    detail: 'You have reached the limit of {limit} results. Please delete some of them.',
  },
  STORAGE_FULL: {
    status: 409,
    detail: 'Your strategies and results use all of your {limit} MB. Please delete some of them.',
  },
  SELECTED_STRATEGY_REQUIRED: { status: 400, detail: 'Please select a strategy file to replace' },
  FOLDER_NOT_FOUND: { status: 404, detail: 'Backtest folder not found' },
  FILE_NOT_FOUND: { status: 404, detail: 'File not found in folder' },
  RESULTS_NOT_FOUND: {
    status: 404,
    detail: 'No execution results found. Please execute a strategy first.',
  },

  ...AGENT_ERRORS,

  // Runs
  RUN_NOT_FOUND: { status: 404, detail: 'Backtest run not found' },
  STRATEGY_REQUIRED: {
    status: 400,
    detail: 'Please select a strategy to execute (either a strategy file or the private TrendBot 2.0).',
  },
  COIN_REPEATED: { status: 400, detail: 'Please name each coin only once' },
  UNKNOWN_COIN: { status: 400, detail: 'Unknown coin: {coin}' },
  PORTFOLIO_INVALID: {
    status: 400,
    detail: 'A portfolio has 2 to 10 different entries; USDT and BTC are always among them, and count',
  },
  FEES_INVALID: { status: 400, detail: 'Fees must be between 0 and 10 percent' },
  STARTING_CAPITAL_INVALID: {
    status: 400,
    detail: 'The starting capital must be between 1 and 1,000,000,000 USDT',
  },
  SLIPPAGE_INVALID: { status: 400, detail: 'Slippage must be between 0 and 10 percent' },
  DRIFT_BAND_INVALID: { status: 400, detail: 'The drift band must be between 0 and 50 percent' },
  DATE_INVALID: { status: 400, detail: 'Dates must be written as YYYY-MM-DD' },
  DATE_NOT_IN_CALENDAR: { status: 400, detail: 'This date does not exist' },
  DATE_RANGE_INVALID: { status: 400, detail: 'The start date must not be after the end date' },
  NO_CANDLES_IN_RANGE: {
    status: 400,
    detail:
      'The candles of {coins} do not cover this range. Candles for this portfolio are available from {start} to {end}.',
  },
  NO_WEEK_IN_RANGE: {
    status: 400,
    detail: 'No week begins in this range: weekly candles begin on Mondays',
  },
  CANDLES_UNAVAILABLE: {
    status: 503,
    detail: 'The candles could not be loaded from the exchange. Please try again.',
  },
  RUN_FAILED: {
    status: 500,
    detail: 'The backtest could not be finished. No credits were charged. Please try again.',
  },
  TOO_MANY_RUNS: {
    status: 429,
    detail: 'You already have {limit} backtests running. Please wait until one ends.',
  },
  RESULT_BYTES_LIMIT: {
    status: 429,
    detail:
      'Your backtests have written {limit} MB of results today, the most for one day. You can run backtests again after midnight UTC.',
  },
  SAVED_BYTES_LIMIT: {
    status: 429,
    detail:
      'You have saved {limit} MB of code and notes today, the most for one day. You can save again after midnight UTC.',
  },
  FAILED_RUNS_LIMIT: {
    status: 429,
    detail:
      'Failed and cancelled strategies, previews, and rebalances on paper or by hand have used your {minutes} minutes of free computing time of this hour. You can run strategies again in {seconds} s.',
  },
  STRATEGIES_UNAVAILABLE: {
    status: 503,
    detail: 'Strategies cannot be run on this server at the moment. No credits were charged.',
  },
  CODE_CHECK_GAVE_UP: {
    status: 422,
    detail: 'The check of this code ran out of time or memory, so it is not known whether the code can run.',
  },
  RUN_CANCELLED: { status: 409, detail: 'The backtest was cancelled. No credits were charged.' },

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

/** Whether a value is a refusal. */
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
