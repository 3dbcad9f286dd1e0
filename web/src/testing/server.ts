// The server of component tests: answers by the contract's route names, and records requests.
import { ROUTES, type Route, type RouteInput, type RouteName, type RouteOutput } from '@tradeium/contracts';
import { onTestFinished, vi } from 'vitest';

type Given<Name extends RouteName> = RouteOutput<Name> | string | Response;
export type Answers = {
  readonly [Name in RouteName]?: (input: RouteInput<Name>) => Given<Name> | Promise<Given<Name>>;
};

const routes = Object.entries(ROUTES) as [RouteName, Route][];

/** The path parameters of an address of this route; undefined for any other address. */
const parametersOf = ({ path }: Route, pathname: string): Record<string, string> | undefined => {
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const match = pattern.exec(pathname);
  if (!match) return undefined;
  return Object.fromEntries(
    Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
};

const routeOf = (method: string, pathname: string) => {
  const fitting = routes.filter(
    ([, route]) => route.method === method && parametersOf(route, pathname) !== undefined,
  );
  // `/backtests/first` is not a chat.
  const exact = fitting.find(([, { path }]) => !path.includes('{')) ?? fitting[0];
  if (!exact) throw new Error(`no route is called ${method} ${pathname}`);
  return exact;
};

const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });

/** An answer that refuses, with the words of the server. */
export const refusal = (status: number, detail: unknown, code?: string): Response =>
  json({ detail, ...(code !== undefined && { code }) }, status);

/** Serves until the end of the test. A route without an answer is refused with 404. */
export const serve = (first: Answers) => {
  let answers = first;
  const asked: RouteName[] = [];
  const inputs: unknown[] = [];
  const headers: Headers[] = [];
  const fetch = async (resource: Request | string, init?: RequestInit): Promise<Response> => {
    const request = resource instanceof Request ? resource : new Request(resource, init);
    const { pathname, searchParams } = new URL(request.url, window.location.href);
    const [name, route] = routeOf(request.method, pathname);
    const body = await request.text();
    const input = {
      ...parametersOf(route, pathname),
      ...Object.fromEntries(searchParams),
      ...(body !== '' && (JSON.parse(body) as object)),
    };
    asked.push(name);
    inputs.push(input);
    headers.push(request.headers);
    const answer = answers[name] as ((input: unknown) => unknown) | undefined;
    const given = answer ? await answer(input) : refusal(404, `nothing answers ${name}`);
    if (given instanceof Response) return given;
    if (route.response === 'file') return new Response(String(given));
    return json(route.output.parse(given));
  };
  vi.stubGlobal('fetch', fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    /** The requested routes, in order. */
    asked,
    /** The input of the last call of a route. */
    lastInput: (name: RouteName) => inputs[asked.lastIndexOf(name)],
    /** A header of the last call of a route. */
    lastHeader: (name: RouteName, header: string) => headers[asked.lastIndexOf(name)]?.get(header),
    /** Answers otherwise from now on. */
    answer: (more: Answers) => {
      answers = { ...answers, ...more };
    },
    /** Clears the recorded requests. */
    forget: () => {
      asked.length = 0;
      inputs.length = 0;
      headers.length = 0;
    },
  };
};

/** An open stream of server-sent events, and how to send and end it. */
export const eventStream = () => {
  let out: ReadableStreamDefaultController<Uint8Array> | undefined;
  const send = (text: string) => out?.enqueue(new TextEncoder().encode(text));
  return {
    response: () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          out = controller;
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
    send: (message: unknown, id?: string) =>
      send(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`),
    end: () => out?.close(),
  };
};
