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
  tooManyOrders: (limit: number, interval: string) =>
    new ApiError(-1015, `Too many new orders; current limit is ${limit} orders per ${interval}.`, 429),
  early: () => new ApiError(-1021, "Timestamp for this request was 1000ms ahead of the server's time."),
  late: () => new ApiError(-1021, 'Timestamp for this request is outside of the recvWindow.'),
  signature: () => new ApiError(-1022, 'Signature for this request is not valid.'),
  keyFormat: () => new ApiError(-2014, 'API-key format invalid.', 401),
  key: () => new ApiError(-2015, 'Invalid API-key, IP, or permissions for action.', 401),
  precision: (name: string) => new ApiError(-1111, `Parameter '${name}' has too much precision.`),
  windowTooLong: () => new ApiError(-1131, 'recvWindow must be less than 60000.'),
  notRequired: (name: string) => new ApiError(-1106, `Parameter '${name}' sent when not required.`),
  timeInForce: () => new ApiError(-1115, 'Invalid timeInForce.'),
  orderType: () => new ApiError(-1116, 'Invalid orderType.'),
  side: () => new ApiError(-1117, 'Invalid side.'),
  span: () => new ApiError(-1127, 'More than 24 hours between startTime and endTime.'),
  filter: (name: string) => new ApiError(-1013, `Filter failure: ${name}`),
  position: () => new ApiError(-2010, 'Filter failure: MAX_POSITION'),
  marketClosed: () => new ApiError(-1013, 'Market is closed.'),
  duplicateOrder: () => new ApiError(-2010, 'Duplicate order sent.'),
  balance: () => new ApiError(-2010, 'Account has insufficient balance for requested action.'),
  wouldTake: () => new ApiError(-2010, 'Order would immediately match and take.'),
  cancel: () => new ApiError(-2011, 'Unknown order sent.'),
  noOrder: () => new ApiError(-2013, 'Order does not exist.'),
  banned: (untilMs: number) =>
    new ApiError(-1003, `Way too much request weight used; IP banned until ${untilMs}.`, 418),
  restricted: () =>
    new ApiError(0, 'Service unavailable from a restricted location according to the terms of use.', 451),
  busy: (status: number) =>
    new ApiError(-1001, 'Internal error; unable to process your request. Please try again.', status),
  maintenance: () => new ApiError(-1001, 'System is under maintenance.', 503),
  unknown: () => new ApiError(-1000, 'An unknown error occurred while processing the request.', 500),
} as const;
