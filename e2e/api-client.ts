// A user of the API for tests: sends requests of the contracts, keeps the session cookie, reads the mail.
import {
  type ErrorCode,
  inputPlaceOf,
  ROUTES,
  type RouteInput,
  type RouteName,
  type RouteOutput,
} from '@tradeium/contracts';
import { until } from '@tradeium/testing/until';
import { verificationLink } from './mailbox.ts';

export type ApiUrls = { readonly gateway: string; readonly mail: string };

export type ApiAnswer<Body = unknown> = {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed when it is JSON, else the text. */
  readonly body: Body;
  /** Of the error catalogue; undefined for answers that are not refusals. */
  readonly code: ErrorCode | undefined;
};

export type RawRequest = {
  method: string;
  /** Sent as JSON unless it is a string already. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export type ApiClient = {
  readonly urls: ApiUrls;
  /** Sends a request as it is, with the session's cookie and our own origin unless `headers` say otherwise. */
  send(path: string, request: RawRequest): Promise<ApiAnswer>;
  /** Calls a route of the contracts and returns the API's answer. */
  call<Name extends RouteName>(
    name: Name,
    input: RouteInput<Name>,
    options?: Pick<RawRequest, 'signal' | 'headers'>,
  ): Promise<ApiAnswer>;
  /** The output of a route; throws unless it was a success. */
  get<Name extends RouteName>(name: Name, input: RouteInput<Name>): Promise<RouteOutput<Name>>;
  /** The bytes of a route that answers with a stream; the caller reads or cancels it. */
  open<Name extends RouteName>(
    name: Name,
    input: RouteInput<Name>,
    signal: AbortSignal,
    headers?: Record<string, string>,
  ): Promise<Response>;
};

const REQUEST_TIMEOUT_MS = 60_000;

/** The path of a route with its parameters, and the input's other fields. */
export const requestOf = (
  name: RouteName,
  input: object,
): { path: string; rest: Record<string, unknown> } => {
  const rest: Record<string, unknown> = { ...input };
  const path = ROUTES[name].path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = String(rest[parameter]);
    delete rest[parameter];
    return encodeURIComponent(value);
  });
  return { path, rest };
};

const answerOf = async (response: Response): Promise<ApiAnswer> => {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const body: unknown = isJson ? JSON.parse(text) : text;
  const code = isJson ? (body as { code?: ErrorCode } | null)?.code : undefined;
  return { status: response.status, headers: response.headers, body, code };
};

/** A client without a session. */
export const openClient = (urls: ApiUrls): ApiClient => {
  const cookies = new Map<string, string>();

  /** As a browser does: a cookie replaces one of the same name. */
  const keepCookies = (headers: Headers) => {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      cookies.set(pair.slice(0, pair.indexOf('=')), pair);
    }
  };

  const fetchFrom = async (
    path: string,
    { method, body, headers, signal }: RawRequest,
  ): Promise<Response> => {
    const response = await fetch(urls.gateway + path, {
      method,
      headers: {
        origin: urls.gateway,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookies.size > 0 ? { cookie: [...cookies.values()].join('; ') } : {}),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
      signal: signal ?? AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    keepCookies(response.headers);
    return response;
  };

  const send = async (path: string, request: RawRequest) => answerOf(await fetchFrom(path, request));

  const rawOf = (name: RouteName, input: object): [string, RawRequest] => {
    const { method } = ROUTES[name];
    const { path, rest } = requestOf(name, input);
    const fields = Object.keys(rest).length > 0;
    if (inputPlaceOf({ method }) === 'body') return [path, fields ? { method, body: rest } : { method }];
    const query = new URLSearchParams(rest as Record<string, string>).toString();
    return [fields ? `${path}?${query}` : path, { method }];
  };

  const call: ApiClient['call'] = (name, input, options = {}) => {
    const [path, request] = rawOf(name, input as object);
    return send(path, { ...request, ...options });
  };

  return {
    urls,
    send,
    call,
    get: async (name, input) => {
      const { status, body } = await call(name, input);
      if (status === 200) return body as RouteOutput<typeof name>;
      throw new Error(`${name} was answered ${status}: ${JSON.stringify(body)}`);
    },
    open: (name, input, signal, headers) => {
      const [path, request] = rawOf(name, input as object);
      return fetchFrom(path, { ...request, signal, ...(headers && { headers }) });
    },
  };
};

export type RegisteredUser = ApiClient & { readonly email: string; readonly userId: string };

/** The password of every user of the stories. */
export const PASSWORD = 'correct horse battery';
let users = 0;

/** Registers a new user, verifies the address, logs in, and waits for the welcome credits. */
export const registerUser = async (urls: ApiUrls): Promise<RegisteredUser> => {
  users += 1;
  const email = `user-${process.pid}-${Date.now()}-${users}@example.com`;
  const client = openClient(urls);
  const { user_id } = await client.get('register', { email, password: PASSWORD });
  const link = new URL(await verificationLink(urls.mail, email));
  await client.get('verifyEmail', { token: link.searchParams.get('token') ?? '' });
  await client.get('login', { email, password: PASSWORD });
  const hasCredits = async () =>
    (await client.get('getBalance', {})).subscription.vut_remaining > 0 || undefined;
  await until(`the welcome credits of ${email}`, hasCredits);
  return { ...client, email, userId: user_id };
};
