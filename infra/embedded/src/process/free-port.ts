// Picks TCP ports for servers that must keep theirs across restarts.
import { mkdir, open, stat, utimes } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

// Below the range from which systems take ports for outgoing connections (32768 on Linux, 49152 on macOS),
// so that no client can take a server's port while that server restarts.
const LOWEST_PORT = 20_000;
const PORT_COUNT = 12_000;
const ATTEMPTS = 500;

/** Until a server listens, its port looks free to all: so a process leaves those alone that another one has just chosen. */
const CLAIMED_MS = 120_000;
const CLAIMS = join(tmpdir(), `tradeium-ports-${userInfo().uid}`);

/** Processes that choose at the same time begin at different ones. */
let next = (process.pid * 101) % PORT_COUNT;

/** An unused port on 127.0.0.1, and not one that was given out shortly before. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = LOWEST_PORT + next;
    next = (next + 1) % PORT_COUNT;
    if ((await claim(port)) && (await isFree(port))) return port;
  }
  throw new Error(`no free port found between ${LOWEST_PORT} and ${LOWEST_PORT + PORT_COUNT}`);
};

/** True if nobody has chosen this port in the last two minutes; from now on somebody has. */
const claim = async (port: number): Promise<boolean> => {
  const file = join(CLAIMS, String(port));
  await mkdir(CLAIMS, { recursive: true });
  try {
    await (await open(file, 'wx')).close();
    return true;
  } catch {
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs < CLAIMED_MS) return false;
    await utimes(file, new Date(), new Date());
    return true;
  }
};

/** True if a server could listen on this port now. An address that this machine does not have is free. */
export const isFree = (port: number, host = '127.0.0.1'): Promise<boolean> => {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (cause) =>
      resolve('code' in cause && /^(EADDRNOTAVAIL|EAFNOSUPPORT)$/.test(String(cause.code))),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
};
