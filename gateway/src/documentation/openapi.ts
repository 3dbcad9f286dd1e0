// Makes the OpenAPI 3.1 description of the API from the contracts' table of routes.
import {
  COMMON_ERRORS,
  ERRORS,
  type ErrorCode,
  errorBody,
  ROUTES,
  type Route,
  type RouteName,
} from '@tradeium/contracts';
import { z } from 'zod';
import { hasBody, inputFields, pathParameters } from '../requests/request-input.ts';

type Schema = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const json = (schema: Schema, more: object = {}) => ({ 'application/json': { schema, ...more } });

const INTRODUCTION = `Sign in with \`POST /auth/login\`: it sets the session cookie that all other routes need.

Requests that change something carry JSON and are taken from Tradeium's own pages only; a program that sends the cookie
also sends an \`Origin\` header with this server's address. Errors are \`{ "detail": … , "code": … }\`; build on the code,
not on the text. Every answer has an \`x-request-id\`.`;

/** The errors a route may answer, its own first. */
export const errorsOf = (route: Route): ErrorCode[] => {
  const common = COMMON_ERRORS.filter(
    (code) =>
      (code !== 'UNAUTHORIZED' || route.auth !== 'public') &&
      (code !== 'FORBIDDEN_ORIGIN' || route.method !== 'GET' || route.kind === 'command'),
  );
  const parsed: ErrorCode[] = route.body === 'text' ? [] : ['MALFORMED_JSON'];
  const body: ErrorCode[] = [...parsed, 'UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE'];
  const onceOnly: ErrorCode[] = ['COMMAND_ID_REUSED', 'CONCURRENT_CHANGE'];
  const codes: ErrorCode[] = [
    ...route.errors,
    ...common,
    ...(route.kind === 'command' && route.service !== 'gateway' ? onceOnly : []),
    ...(route.auth === 'admin' || route.auth === 'support' ? (['FORBIDDEN'] as const) : []),
    ...(hasBody(route) ? body : []),
  ];
  return [...new Set(codes)];
};

const errorResponses = (route: Route): Schema => {
  const byStatus = Map.groupBy(errorsOf(route), (code) => ERRORS[code].status);
  const entries = [...byStatus].map(([status, codes]) => {
    const description = codes.map((code) => `\`${code}\`: ${ERRORS[code].detail}`).join('\n\n');
    return [status, { description, content: json({ $ref: '#/components/schemas/Error' }) }];
  });
  return Object.fromEntries(entries);
};

/** The successful answers of a route. */
const success = (route: Route): Schema => {
  if (route.response === 'file') {
    const bytes = { schema: { type: 'string', format: 'binary' } };
    return {
      200: { description: 'The file', content: { '*/*': bytes } },
      206: { description: 'The requested part of the file', content: { '*/*': bytes } },
      304: { description: 'The file is the one that the client has' },
    };
  }
  if (route.response === 'events') {
    const schema = jsonSchema(route.output, 'output');
    const description = 'Lines `data: {json}`, each of this schema; the stream ends by itself';
    return { 200: { description, content: { 'text/event-stream': { schema } } } };
  }
  return { 200: { description: 'Done', content: json(jsonSchema(route.output, 'output')) } };
};

const parametersOf = (route: Route): Schema[] => {
  const fields = inputFields(route.input);
  const inPath = pathParameters(route.path);
  const path = inPath.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: jsonSchema(fields[name] ?? z.string(), 'input'),
  }));
  const query = Object.entries(hasBody(route) ? {} : fields)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, field]) => ({
      name,
      in: 'query',
      required: !field.safeParse(undefined).success,
      schema: jsonSchema(field, 'input'),
    }));
  const header = route.body === 'text' ? 'PaymentSignature' : 'IdempotencyKey';
  const key = route.kind === 'command' ? [{ $ref: `#/components/parameters/${header}` }] : [];
  return [...path, ...query, ...key];
};

/** The body is the input without the path's fields; undefined when no field is left. */
const requestBody = (route: Route): Schema | undefined => {
  if (!hasBody(route)) return undefined;
  const inPath = pathParameters(route.path);
  const {
    properties = {},
    required = [],
    ...schema
  } = jsonSchema(route.input, 'input') as {
    properties?: Schema;
    required?: string[];
  };
  const left = Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name)));
  const isOpen = route.input instanceof z.ZodObject && route.input.def.catchall instanceof z.ZodUnknown;
  if (Object.keys(left).length === 0 && !isOpen) return undefined;
  const needed = required.filter((name) => !inPath.includes(name));
  const content = json({ ...schema, properties: left, ...(needed.length > 0 && { required: needed }) });
  return { required: needed.length > 0, content };
};

const operation = (name: RouteName): Schema => {
  const route: Route = ROUTES[name];
  const body = requestBody(route);
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    security: route.auth === 'public' ? [] : [{ session: [] }],
    parameters: parametersOf(route),
    ...(body && { requestBody: body }),
    responses: { ...success(route), ...errorResponses(route) },
  };
};

/** The whole document. `cookieName` is the name of the session cookie, which depends on https. */
export const openApiDocument = (cookieName: string): Schema => {
  const paths: Record<string, Schema> = {};
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const { path, method } = ROUTES[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name) };
  }
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same content is done once, however often it is sent',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,100}$' },
  };
  const paymentSignature = {
    name: 'x-nowpayments-sig',
    in: 'header',
    required: true,
    description: 'HMAC-SHA512 in hex of the body with the keys of all its objects sorted',
    schema: { type: 'string', pattern: '^[0-9a-f]{128}$' },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tradeium',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values(ROUTES).map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody, 'output') },
      parameters: { IdempotencyKey: idempotencyKey, PaymentSignature: paymentSignature },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
  };
};
