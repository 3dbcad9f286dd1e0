// A TCP link to a server that, while it stalls, swallows the answers to some requests, or their ends, like a slow server.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type StallingLink = {
  /** The server's URL through this link. */
  readonly url: string;
  /** From now on requests with one of these words get no answer; all others do. */
  stall(...words: string[]): void;
  /** How many connections have had such a request since then. */
  stalls(): number;
  /** From now on requests that begin so break off in the middle of their first piece, and stay open. */
  stallWithin(begin: RegExp): void;
  /** From now on the answers of each new connection stop after so many bytes. */
  stallAfter(bytes: number): void;
  /** Resolves when an answer has stopped, or a request within. */
  stalled(): Promise<void>;
  /** Answers everything again. */
  mend(): void;
  close(): Promise<void>;
};

/** Opens a link to the server at `url` (scheme, host and port). */
export const openStallingLink = async (url: string): Promise<StallingLink> => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let words: string[] = [];
  let stalls = 0;
  let within: RegExp | undefined;
  let bytesMax = Number.POSITIVE_INFINITY;
  let stopped = Promise.withResolvers<void>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isStalled = false;
    let bytesLeft = bytesMax;
    const answer = (chunk: Buffer) => {
      client.write(chunk.subarray(0, Math.max(0, bytesLeft)));
      bytesLeft -= chunk.length;
      if (bytesLeft <= 0) stopped.resolve();
    };
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined));
    const breakOff = () => {
      for (const socket of [client, upstream]) sockets.delete(socket.destroy());
    };
    client
      .on('data', (chunk) => {
        if (!isStalled && within?.test(chunk.toString('latin1'))) {
          isStalled = true;
          upstream.write(chunk.subarray(0, chunk.length / 2));
          stopped.resolve();
        }
        if (!isStalled && words.some((word) => chunk.includes(word))) {
          isStalled = true;
          stalls += 1;
        }
        if (!isStalled) upstream.write(chunk);
      })
      .on('close', breakOff);
    upstream.on('data', answer).on('close', breakOff);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${target.protocol}//127.0.0.1:${(server.address() as AddressInfo).port}`,
    stall(...stalled) {
      words = stalled;
      stalls = 0;
    },
    stalls: () => stalls,
    stallWithin(begin) {
      within = begin;
      stopped = Promise.withResolvers<void>();
    },
    stallAfter(bytes) {
      bytesMax = bytes;
      stopped = Promise.withResolvers<void>();
    },
    stalled: () => stopped.promise,
    mend() {
      words = [];
      within = undefined;
      bytesMax = Number.POSITIVE_INFINITY;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
};
