// Keeps pages of other sites away from a server on this machine, which any browser on it can reach.
import type { IncomingMessage, Server } from 'node:http';

type Asking = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>;

/** Names that no site can have. */
const OWN_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const PORT = /^(:\d+)?$/;

const isOwnHost = (host: string, name: string | undefined): boolean =>
  OWN_HOST.test(host) || (name !== undefined && host.startsWith(name) && PORT.test(host.slice(name.length)));

/** The values of a header as they were sent; Node keeps the first `Host` only. */
export const headerValues = (rawHeaders: readonly string[], name: string): string[] =>
  rawHeaders.filter((_, n) => n % 2 === 1 && rawHeaders[n - 1]?.toLowerCase() === name);

/** A link, followed in a tab of its own: the page that has it sees nothing of the answer. It may lead to a page only. */
const isFollowedLink = ({ method, url = '', headers }: Asking): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  !/^\/api(\/|$)/.test(url);

/**
 * True if a request comes from a program, from this server's own pages or from a person's address bar. A page of any site may
 * send requests to this machine: under its own name (DNS rebinding), as another origin, or as a part of it, such as a picture.
 * `name` is one more that no site can have: a container's in its network.
 */
export const isOfThisMachine = (request: Asking, name?: string): boolean => {
  const { headers, rawHeaders } = request;
  const [host = '', ...others] = headerValues(rawHeaders, 'host');
  if (others.length > 0 || !isOwnHost(host, name)) return false;
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none' || isFollowedLink(request);
};

/** Turns away what does not come from this machine, web sockets too, which ask no permission at all. */
export const admitOnlyThisMachine = (server: Server, name?: string): void => {
  const [onRequest, onUpgrade] = [server.listeners('request'), server.listeners('upgrade')];
  server.removeAllListeners('request').removeAllListeners('upgrade');
  server.on('request', (request, response) => {
    // To a page of another origin an answer is like none, also in browsers that do not say where a request comes from.
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    if (isOfThisMachine(request, name))
      for (const listener of onRequest) listener.call(server, request, response);
    else response.writeHead(403, { 'content-type': 'text/plain' }).end('Only from this machine\n');
  });
  if (onUpgrade.length === 0) return;
  server.on('upgrade', (request, socket, head) => {
    if (isOfThisMachine(request, name))
      for (const listener of onUpgrade) listener.call(server, request, socket, head);
    else socket.destroy();
  });
};
