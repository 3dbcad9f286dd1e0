// A port that takes connections at once, while the server behind it starts with the first of them.
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { LOOPBACK } from '@tradeium/service-kit/reach';
import { type SocketServer, startSocketServer } from '../socket-server.ts';

/** The first line of a browser, which any page can have sent here, with commands in its body. */
const HTTP_LINE = /^[^\r\n]* HTTP\/\d/;

export type LazyPortOptions = {
  /** The address that it listens on. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The port of the server behind it, on the loopback address, which starts with the first call. */
  readonly behind: () => Promise<number>;
  /** True if the server speaks first, as SMTP's does. Otherwise a connection without a byte, such as a probe, starts nothing. */
  readonly isGreeted: boolean;
};

/** Listens on a port; rejects when it is taken. What is behind it is closed by its owner. */
export const openLazyPort = ({ host, port, behind, isGreeted }: LazyPortOptions): Promise<SocketServer> => {
  const join = async (socket: Socket): Promise<void> => {
    const server = connect({ port: await behind(), host: LOOPBACK, noDelay: true });
    if (isGreeted) pipeline(socket, withoutHttp, server, () => undefined);
    else pipeline(socket, server, () => undefined);
    pipeline(server, socket, () => undefined);
  };
  const take = (socket: Socket): void => {
    const start = () => void join(socket).catch(() => socket.destroy());
    if (isGreeted) start();
    else socket.once('readable', () => (socket.readableLength > 0 ? start() : socket.destroy()));
  };
  return startSocketServer({ host, port }, take, { allowHalfOpen: true, noDelay: true });
};

/** The client's bytes; an error if they begin as HTTP does. */
async function* withoutHttp(said: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of said) {
    if (isFirst && HTTP_LINE.test(chunk.toString('latin1'))) throw new Error('a browser');
    isFirst = false;
    yield chunk;
  }
}
