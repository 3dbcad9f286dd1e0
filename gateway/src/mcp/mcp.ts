// The endpoint for outside assistants: the Model Context Protocol over streamable HTTP, without sessions.
import { LIMIT_OF_TOOL, refuse, TOOL_INPUT_BYTES_MAX } from '@tradeium/contracts';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import type { GatewayParts } from '../gateway-parts.ts';
import { type Limits, openLimits } from '../limits/limits.ts';
import { sendRefusal } from '../requests/refusals.ts';
import { readBody } from '../requests/request-input.ts';
import { scopeOf } from '../requests/request-scope.ts';
import { isOwnOrigin } from '../requests/security.ts';
import { identifyByToken } from './access-token.ts';

const PATH = '/mcp';
const VERSION = '1';

const requestId = z.union([z.string(), z.number()]);
const toolCall = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) });
const cancellation = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId }),
});
const identified = z.object({ id: requestId });

const enter: RequestHandler = (_request, response, next) => {
  scopeOf(response).route = 'mcp';
  next();
};

/** Pages of other sites may not use it through a visitor's browser. */
const refusePages =
  (publicUrl: string): RequestHandler =>
  (request, response, next) => {
    if (isOwnOrigin(request, new URL(publicUrl).origin)) next();
    else sendRefusal(response, refuse('FORBIDDEN_ORIGIN'));
  };

/** Inputs of tools have a few levels; what walks them does so by recursion. */
const DEPTH_MAX = 100;

/** True if a JSON value has more levels than this. */
const isDeeper = (value: unknown, levels: number): boolean => {
  let level = [value];
  for (let left = levels; level.length > 0; left -= 1) {
    if (left < 0) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
};

/** One message a request, as the protocol has it; several at once would pass the limits as one. */
const demandOne: RequestHandler = ({ body }, response, next) => {
  const isOne = typeof body === 'object' && body !== null && !Array.isArray(body);
  const problem = isOne
    ? isDeeper(body, DEPTH_MAX) && 'the body is nested too deeply'
    : 'the body must be one JSON-RPC message';
  if (problem === false) next();
  else sendRefusal(response, refuse('INVALID_REQUEST', { problem }));
};

/** Work that a tool starts counts like the same thing started by the user. */
const limitTools =
  (limits: Limits): RequestHandler =>
  (request, response, next) => {
    const call = toolCall.safeParse(request.body);
    const limit = call.success ? LIMIT_OF_TOOL.get(call.data.params.name) : undefined;
    return limit ? limits[limit](request, response, next) : next();
  };

/** Each call of a tool is noted, so each adds to the streams. */
const holdToBudget =
  (guard: RequestHandler): RequestHandler =>
  (request, response, next) =>
    toolCall.safeParse(request.body).success ? guard(request, response, next) : next();

/** Calls under way in this process, by token and the id that the client gave them. */
type UnderWay = Map<string, AbortController>;

const requestKeyOf = (response: Response, id: string | number): string =>
  JSON.stringify([scopeOf(response).access?.tokenId, id]);

const answerMessage =
  (parts: GatewayParts, underWay: UnderWay): RequestHandler =>
  async (request: Request, response: Response) => {
    const { access, requestId: correlationId } = scopeOf(response);
    if (!access) return sendRefusal(response, refuse('ACCESS_TOKEN_INVALID'));
    const cancelled = cancellation.safeParse(request.body);
    if (cancelled.success) underWay.get(requestKeyOf(response, cancelled.data.params.requestId))?.abort();
    const closed = new AbortController();
    const asked = identified.safeParse(request.body);
    const key = asked.success ? requestKeyOf(response, asked.data.id) : undefined;
    if (key !== undefined) underWay.set(key, closed);
    // Loaded with the first message: few systems have an outside assistant, and the SDK takes memory.
    const [{ mcpServer }, { StreamableHTTPServerTransport }] = await Promise.all([
      import('./mcp-server.ts'),
      import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    ]);
    const server = mcpServer(parts, access, {
      requestId: correlationId,
      version: VERSION,
      closed: AbortSignal.any([closed.signal, access.ended]),
    });
    const transport = new StreamableHTTPServerTransport();
    response.once('close', () => {
      closed.abort();
      if (key !== undefined && underWay.get(key) === closed) underWay.delete(key);
      void server.close();
    });
    // The SDK declares its own transport's callbacks less strictly than the type that it expects.
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request, response, request.body);
  };

/** Assistants use up a part of the day's budget at most: the rest is their user's own. */
const ASSISTANTS_BUDGETS = 0.5;

/** The router of `/mcp`. Without sessions there is nothing to open by GET or to end by DELETE. */
export const mcpRouter = (parts: GatewayParts): Router => {
  const router = Router({ caseSensitive: true });
  const limits = openLimits(parts);
  router.post(
    PATH,
    enter,
    refusePages(parts.config.PUBLIC_URL),
    // By address: guesses at tokens are counted before any is looked up.
    limits.requests,
    identifyByToken(parts),
    limits.requests,
    ...readBody({ body: 'json', bodyBytesMax: TOOL_INPUT_BYTES_MAX }),
    demandOne,
    limitTools(limits),
    holdToBudget(parts.growth.guard(ASSISTANTS_BUDGETS)),
    answerMessage(parts, new Map()),
  );
  router.all(PATH, enter, (_request, response) => {
    response.setHeader('allow', 'POST');
    sendRefusal(response, refuse('METHOD_NOT_ALLOWED'));
  });
  return router;
};
