// Turns a route and its input into the request: path parameters filled, the rest as query or body.

export type RouteShape = {
  readonly method: string;
  /** Parameters in braces: `/backtests/{id}`. */
  readonly path: string;
};

export type RouteRequest = {
  url: string;
  method: string;
  params?: Record<string, string | number>;
  body?: Record<string, unknown>;
};

const isQueryValue = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/**
 * The request of a route. Input fields named in the path fill it (percent-encoded); the others become the query of
 * GET and DELETE and the JSON body of the rest. Throws when a path parameter is missing.
 */
export const routeRequest = (
  { method, path }: RouteShape,
  input: Readonly<Record<string, unknown>> = {},
): RouteRequest => {
  const rest: Record<string, unknown> = { ...input };
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    if (!isQueryValue(value) || value === '') throw new Error(`${method} ${path} needs ${name}`);
    delete rest[name];
    return encodeURIComponent(value);
  });
  if (method !== 'GET' && method !== 'DELETE') return { url, method, body: rest };
  const params = Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, string | number] => isQueryValue(entry[1])),
  );
  return Object.keys(params).length === 0 ? { url, method } : { url, method, params };
};
