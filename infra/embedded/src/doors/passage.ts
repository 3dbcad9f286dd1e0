// Lets connections from outside in to a server that has a network of its own: unchanged, or pages, for this machine only.
import { createServer, request, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { admitOnlyThisMachine } from '@tradeium/service-kit/this-machine';

const HOST = '127.0.0.1';
const ended = (): void => undefined;

/** Passes a connection on to a port. */
export const passOn = (socket: Socket, port: number): void => {
  const server = connect({ host: HOST, port, noDelay: true });
  pipeline(socket, server, ended);
  pipeline(server, socket, ended);
};

/** A web server that passes on to a port what no other site has sent. */
export const guardedPages = (port: number): Server => {
  const pages = createServer((asked, response) => {
    const { method, url, headers } = asked;
    const onward = request({ host: HOST, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, ended);
    });
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    pipeline(asked, onward, ended);
  });
  admitOnlyThisMachine(pages);
  return pages;
};
