// Picks TCP ports for servers that must keep theirs across restarts.
import { createServer } from 'node:net';

// Below the range from which systems take ports for outgoing connections (32768 on Linux, 49152 on macOS),
// so that no client can take a server's port while that server restarts.
const LOWEST_PORT = 20_000;
const PORT_COUNT = 12_000;
const ATTEMPTS = 50;

/** Until a server listens, its port looks free to all: processes that choose at the same time begin at different ones. */
let next = (process.pid * 101) % PORT_COUNT;

/** An unused port on 127.0.0.1, and not one that this process has given out shortly before. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = LOWEST_PORT + next;
    next = (next + 1) % PORT_COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port found between ${LOWEST_PORT} and ${LOWEST_PORT + PORT_COUNT}`);
};

/** Whether a server could listen on this port now. An address that this machine does not have is free. */
export const isFree = (port: number, host = '127.0.0.1'): Promise<boolean> => {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (cause) =>
      resolve('code' in cause && /^(EADDRNOTAVAIL|EAFNOSUPPORT)$/.test(String(cause.code))),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
};
