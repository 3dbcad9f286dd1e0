// The exchange's refusals: its own codes and texts, which clients map to their error types.

export class ApiError extends Error {
  readonly code: number;
  readonly status: number;

  constructor(code: number, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Listed in the order in which they are checked, so that two faults at once have one answer. */
export const refuse = {
  rateLimited: (limit: number) =>
    new ApiError(
      -1003,
      `Too much request weight used; current limit is ${limit} request weight per 1 MINUTE. ` +
        'Please use WebSocket Streams for live updates to avoid polling the API.',
      429,
    ),
  duplicated: () => new ApiError(-1101, 'Duplicate values for a parameter detected.'),
  missing: (name: string) =>
    new ApiError(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`),
  empty: (name: string) => new ApiError(-1105, `Parameter '${name}' was empty.`),
  illegal: (name: string, legal: RegExp) =>
    new ApiError(-1100, `Illegal characters found in parameter '${name}'; legal range is '${legal.source}'.`),
  invalid: (name: string) => new ApiError(-1130, `Data sent for parameter '${name}' is not valid.`),
  combination: () => new ApiError(-1128, 'Combination of optional parameters invalid.'),
  tooMany: (sent: number) => new ApiError(-1101, `Too many parameters; expected '0' and received '${sent}'.`),
  unread: (read: number, sent: number) =>
    new ApiError(
      -1104,
      `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${sent}'.`,
    ),
  symbol: () => new ApiError(-1121, 'Invalid symbol.'),
  interval: () => new ApiError(-1120, 'Invalid interval.'),
  path: (path: string, method: string) =>
    new ApiError(-5000, `Path ${path}, Method ${method} is invalid`, 404),
  unknown: () => new ApiError(-1000, 'An unknown error occurred while processing the request.', 500),
} as const;
