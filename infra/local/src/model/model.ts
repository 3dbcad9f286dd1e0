// A model server on this machine that speaks OpenAI's protocol: a program that composes strategies, for use without a language model.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOOPBACK, listenedHost, type Reach } from '@tradeium/service-kit/reach';
import { jsonOf, readBody } from '@tradeium/service-kit/request-body';
import { admitOnlyThisMachine } from '@tradeium/service-kit/this-machine';
import { MODEL } from './completion.ts';
import { completionRequest } from './conversation.ts';
import { faultOrder, openFaults } from './faults.ts';
import { openReplies } from './replies.ts';

const BODY_BYTES_MAX = 16 * 1024 * 1024;
/** Quick enough not to be waited for, slow enough to be seen and stopped. */
const CHUNK_MS = 4;

export interface ModelOptions extends Reach {
  /** Port on the loopback address; 0 picks a free one. */
  readonly port: number;
  /** The pause between two chunks; 0 writes as fast as the connection takes them. */
  readonly chunkMs?: number | undefined;
  readonly now?: () => number;
}

export interface RunningModel {
  /** `http://127.0.0.1:PORT`; the API is at `/v1`. */
  readonly url: string;
  /** How many answers are being written, were written whole, and were left by the reader. */
  readonly counts: () => { readonly open: number; readonly whole: number; readonly left: number };
  close(): Promise<void>;
}

/** Starts the model server; rejects when the port is taken. */
export const startModel = async (options: ModelOptions): Promise<RunningModel> => {
  const faults = openFaults();
  const replies = openReplies({ chunkMs: options.chunkMs ?? CHUNK_MS, now: options.now ?? Date.now, faults });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request, BODY_BYTES_MAX);
    if (body === null) return refuse(response, 413, 'The request is too large.');
    const { pathname } = URL.parse(request.url ?? '', 'http://localhost') ?? {};
    switch (`${request.method} ${pathname}`) {
      case 'GET /v1/models':
        return end(response, 200, {
          object: 'list',
          data: [{ id: MODEL, object: 'model', created: 0, owned_by: 'tradeium-demo' }],
        });
      case 'POST /v1/chat/completions': {
        const parsed = completionRequest.safeParse(jsonOf(body));
        if (!parsed.success) return refuse(response, 400, parsed.error.issues[0]?.message ?? 'Bad request');
        return replies.write(parsed.data, response);
      }
      case 'GET /counts':
        return end(response, 200, replies.counts());
      case 'POST /faults': {
        const order = faultOrder.safeParse(jsonOf(body));
        if (!order.success) return refuse(response, 400, order.error.issues[0]?.message ?? 'Bad request');
        faults.add(order.data);
        return end(response, 200, {});
      }
      case 'DELETE /faults':
        faults.clear();
        return end(response, 200, {});
      default:
        return refuse(response, 404, `There is no ${request.method} ${pathname}`);
    }
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The demo model failed.');
    });
  });
  admitOnlyThisMachine(server, options.name);
  server.listen(options.port, listenedHost(options));
  await once(server, 'listening');
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    counts: replies.counts,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

const end = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const refuse = (response: ServerResponse, status: number, message: string): void =>
  end(response, status, { error: { message, type: 'invalid_request_error', param: null, code: null } });
