// The declarations of messages between services, and of HTTP routes on top of them.
import { z } from 'zod';
import type { ErrorCode, Refusal } from '../errors/errors.ts';
import { ERRORS, refuse } from '../errors/errors.ts';
import type { ServiceName } from '../services.ts';
import type { LimitName } from './limits.ts';

/**
 * A command or query of a service: its subject is `cmd.<service>.<name>` or `query.<service>.<name>`. An input is parsed
 * where it arrives. An output is taken as it was sent, so its schema has no defaults and changes nothing.
 */
export type Message<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly service: ServiceName;
  readonly kind: 'command' | 'query';
  readonly name: string;
  readonly input: Input;
  readonly output: Output;
};

/** The input of a message as it is sent. */
export type MessageInput<Sent extends Message> = z.input<Sent['input']>;
/** The answer to a message. */
export type MessageOutput<Sent extends Message> = z.output<Sent['output']>;

/** How a route streams server-sent events; see docs/decisions/0023-streams-to-the-browser.md. */
type EventStreamOptions = {
  /** Streams of this route that one user may have open, on all gateways together. */
  readonly perUserMax: number;
  /** Says if the stream's work stops when its reader leaves and does not come back in time. */
  readonly onReaderGone: 'cancel' | 'continue';
};

/**
 * A route of the HTTP API. `input` merges the fields of the path with those of the query or the body (`inputPlaceOf`).
 * `errors` lists the route's own refusals; those that every route may answer are in `COMMON_ERRORS`. `service` answers
 * the route; `gateway` needs no service.
 */
export type Route<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters in braces: `/backtests/{id}`. */
  readonly path: string;
  /** The heading that it stands under in the API reference. */
  readonly tag: string;
  readonly summary: string;
  /** Who is answered: everybody, users, operators of both roles, or admins only. */
  readonly auth: 'public' | 'session' | 'support' | 'admin';
  readonly service: ServiceName | 'gateway';
  readonly kind: 'command' | 'query';
  /** How the answer travels: JSON, the bytes of a file, or server-sent events. */
  readonly response: 'json' | 'file' | 'events';
  /** `text`: the body stays as received, because its sender has signed these very bytes. */
  readonly body: 'json' | 'text';
  /** The largest body that is read. */
  readonly bodyBytesMax: number;
  /** The first limit counts a request when it arrives, the others after its body is read. */
  readonly limits: readonly [LimitName, ...LimitName[]];
  /** Visitors can make it hash a password, so its requests take turns by address. */
  readonly isPaced: boolean;
  /** Up to how many of the day's growth budgets it is answered; `ENDS` for what ends something. */
  readonly budgets: number;
  /** For `response: 'events'`. */
  readonly events: EventStreamOptions;
  /** How long its answer may take; as long as that of any message if absent. */
  readonly timeoutMs?: number;
  readonly input: Input;
  readonly output: Output;
  readonly errors: readonly ErrorCode[];
};

type RouteInit<Input extends z.ZodType, Output extends z.ZodType> = Pick<
  Route<Input, Output>,
  'method' | 'path' | 'tag' | 'summary' | 'service' | 'input' | 'output'
> &
  Partial<
    Pick<
      Route,
      | 'auth'
      | 'kind'
      | 'response'
      | 'body'
      | 'bodyBytesMax'
      | 'limits'
      | 'isPaced'
      | 'budgets'
      | 'events'
      | 'timeoutMs'
      | 'errors'
    >
  >;

/** Requests that stop, revoke or delete something are always answered: they need what they end, which a budget bounds. */
export const ENDS = Number.POSITIVE_INFINITY;

const BODY_BYTES_MAX = 64 * 1024;
const EVENTS: EventStreamOptions = { perUserMax: 10, onReaderGone: 'cancel' };

/** Declares a route. By default it needs a session, answers JSON, and is a command unless its method is GET. */
export const route = <Input extends z.ZodType, Output extends z.ZodType>(
  init: RouteInit<Input, Output>,
): Route<Input, Output> => ({
  auth: 'session',
  kind: init.method === 'GET' ? 'query' : 'command',
  response: 'json',
  body: 'json',
  bodyBytesMax: BODY_BYTES_MAX,
  limits: ['requests'],
  isPaced: false,
  budgets: init.method === 'DELETE' ? ENDS : 1,
  events: EVENTS,
  errors: [],
  ...init,
});

/** Where a request carries the fields outside its path. The body of a DELETE has no meaning in HTTP. */
export const inputPlaceOf = ({ method }: Pick<Route, 'method'>): 'query' | 'body' =>
  method === 'GET' || method === 'DELETE' ? 'query' : 'body';

/** Refusals that any route may answer. */
export const COMMON_ERRORS = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN_ORIGIN',
  'TOO_MANY_REQUESTS',
  'DAILY_CHANGES_USED_UP',
  'SERVICE_UNAVAILABLE',
  'INTERNAL',
] as const satisfies readonly ErrorCode[];

/**
 * The refusal for a failed parse. A schema's message that is an error code becomes that refusal, with the field and the
 * problem where they follow the code after a colon; any other message becomes INVALID_REQUEST with the field's name.
 */
export const refusalOfIssues = (error: z.ZodError): Refusal => {
  const issue = error.issues[0];
  if (!issue) return refuse('INVALID_REQUEST', { problem: 'unknown' });
  if (issue.message in ERRORS) return refuse(issue.message as ErrorCode);
  const [, code = '', words] = /^([A-Z_]+): (.+)$/.exec(issue.message) ?? [];
  const isKnown = code in ERRORS;
  const [field, said] = [issue.path.join('.'), isKnown ? words : issue.message];
  const problem = (field ? `${field}: ${said}` : `${said}`).slice(0, 300);
  return refuse(isKnown ? (code as ErrorCode) : 'INVALID_REQUEST', { problem });
};

/** True if a list that means a set names nothing twice: what is named twice is a mistake, and never counted twice. */
export const namesEachOnce = (entries: readonly unknown[]): boolean =>
  new Set(entries).size === entries.length;

/** An input without fields. */
export const noInput = z.strictObject({});

/** An id that is safe in a subject: letters, digits, `_` and `-`. */
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'not a valid id');

/** A file's bytes by digest; the gateway streams them. */
export const fileReference = z.object({
  digest: z.string(),
  size: z.int().nonnegative(),
  contentType: z.string(),
  filename: z.string(),
  /** Opens the file (base64), which is sealed. */
  key: z.string(),
});
export type FileReference = z.infer<typeof fileReference>;
