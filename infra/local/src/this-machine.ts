// Keeps pages of other sites away from a server on this machine, which any browser on it can reach.
import type { IncomingMessage, Server } from 'node:http';

/**
 * A page of any site may send requests to this machine, under its own name (DNS rebinding) or as its own
 * origin, and web sockets ask no permission at all; both are turned away.
 */
export const admitOnlyThisMachine = (server: Server): void => {
  const [onRequest, onUpgrade] = [server.listeners('request'), server.listeners('upgrade')];
  server.removeAllListeners('request').removeAllListeners('upgrade');
  server.on('request', (request, response) => {
    if (isOfThisMachine(request)) for (const listener of onRequest) listener.call(server, request, response);
    else response.writeHead(403, { 'content-type': 'text/plain' }).end('Only from this machine\n');
  });
  server.on('upgrade', (request, socket, head) => {
    if (isOfThisMachine(request))
      for (const listener of onUpgrade) listener.call(server, request, socket, head);
    else socket.destroy();
  });
};

const isOfThisMachine = ({ headers: { host, origin } }: IncomingMessage): boolean => {
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host ?? '')) return false;
  return origin === undefined || origin === `http://${host}`;
};

/** Whether one of this server's own pages sends the request: a form of another site cannot claim so. */
export const isOwnPage = ({ headers: { host, origin } }: IncomingMessage): boolean => {
  return origin === `http://${host}`;
};
