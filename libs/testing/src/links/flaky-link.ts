// A TCP link to a server that can lose the server's answers, or be cut, as a network may at the worst moment.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type FlakyLink = {
  /** The server's URL through this link. */
  readonly url: string;
  /** From now on requests arrive and answers are lost. */
  loseAnswers(): void;
  /** Breaks the connections; new ones are broken, too. */
  cut(): void;
  /** Resolves when an answer has been lost. */
  answerLost(): Promise<void>;
  /** Breaks the connections; new ones work. */
  mend(): void;
  close(): Promise<void>;
};

/** Opens a link to the server at `url` (scheme, host and port). */
export const openFlakyLink = async (url: string): Promise<FlakyLink> => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isLosing = false;
  let isCut = false;
  let lost = Promise.withResolvers<void>();
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    const breakOff = () => {
      for (const socket of [client, upstream]) {
        sockets.delete(socket);
        socket.destroy();
      }
    };
    client.on('data', (chunk) => upstream.write(chunk)).on('close', breakOff);
    upstream.on('data', (chunk) => (isLosing ? lost.resolve() : client.write(chunk))).on('close', breakOff);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `${target.protocol}//127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseAnswers() {
      isLosing = true;
      lost = Promise.withResolvers<void>();
    },
    cut() {
      isCut = true;
      breakAll();
    },
    answerLost: () => lost.promise,
    mend() {
      isLosing = false;
      isCut = false;
      breakAll();
    },
    async close() {
      server.close();
      breakAll();
      await once(server, 'close');
    },
  };
};
