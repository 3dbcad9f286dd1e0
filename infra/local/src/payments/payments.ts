// A payment provider on this machine that speaks NOWPayments' API, with a checkout page, for use without any money.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOOPBACK, listenedHost, type Reach } from '@tradeium/service-kit/reach';
import { jsonOf, readBody } from '@tradeium/service-kit/request-body';
import { admitOnlyThisMachine } from '@tradeium/service-kit/this-machine';
import { openApi } from './api.ts';
import { openBook } from './book.ts';
import { openCheckout, PAGE_HEADERS } from './checkout.ts';
import { openDesk } from './desk.ts';
import { openNotices } from './notices.ts';

const BODY_BYTES_MAX = 64 * 1024;
/** Quick enough to watch, slow enough to see each step. */
const STEP_MS = 400;
const NOTICE_PAUSE_MS = 500;

export interface PaymentsOptions extends Reach {
  /** Port on the loopback address; 0 picks a free one. */
  readonly port: number;
  readonly apiKey: string;
  /** Signs the notices. */
  readonly noticeSecret: string;
  /** The account that may list transfers. */
  readonly credentials?: { readonly email: string; readonly password: string } | undefined;
  /** The folder of invoices and transfers that survive a restart; without it they go when it closes. */
  readonly directory?: string | undefined;
  readonly now?: () => number;
  /** The pause between two steps of a transfer, and before a notice is resent. */
  readonly stepMs?: number;
  readonly noticePauseMs?: number;
}

export interface RunningPayments {
  /** `http://127.0.0.1:PORT`; the API is at `/v1`, the checkout pages at `/payment/`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the provider; rejects when the port is taken. */
export const startPayments = async (options: PaymentsOptions): Promise<RunningPayments> => {
  const { apiKey, credentials, now = Date.now } = options;
  const book = openBook(options.directory);
  const notices = openNotices(book, {
    secret: options.noticeSecret,
    pauseMs: options.noticePauseMs ?? NOTICE_PAUSE_MS,
  });
  const desk = openDesk(book, notices, { now, stepMs: options.stepMs ?? STEP_MS });
  let address = '';
  const api = openApi({ book, desk, apiKey, credentials, now, url: () => address });
  const checkout = openCheckout(book, desk);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = URL.parse(request.url ?? '', address);
    const body = await readBody(request, BODY_BYTES_MAX);
    if (!url || body === null) return end(response, url ? 413 : 400, 'text/plain', '');
    if (url.pathname === '/favicon.ico') return end(response, 204, 'image/x-icon', '');
    if (url.pathname.startsWith('/payment/')) {
      const page = checkout(request, url, new URLSearchParams(body));
      const { location } = page;
      return end(response, page.status, page.type, page.body, {
        ...PAGE_HEADERS,
        ...(location && { location }),
      });
    }
    const { status, body: answer } = api(request, url, jsonOf(body));
    end(response, status, 'application/json', JSON.stringify(answer));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      end(response, 500, 'text/plain', '');
    });
  });
  admitOnlyThisMachine(server, options.name);
  try {
    server.listen(options.port, listenedHost(options));
    await once(server, 'listening');
  } catch (cause) {
    desk.close();
    notices.close();
    throw cause;
  }
  address = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
  return {
    url: address,
    async close() {
      desk.close();
      notices.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

const end = (
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(body);
};
