// A mail server that delivers nothing: it stores mails and shows them on a page, built from maildev's parts.
//
// Assembled here rather than by maildev's own start, because that lets pages of any site read the mails.
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAPIServer } from '@maildev/api';
import { FileStorage } from '@maildev/core';
import { createSMTPServer } from '@maildev/smtp';
import { registerUI } from '@maildev/ui/server';
import { admitOnlyThisMachine } from '../this-machine.ts';

const HOST = '127.0.0.1';
/** The oldest mails are dropped beyond this. */
export const MAILS_MAX = 500;
const MESSAGE_BYTES_MAX = 5 * 1024 * 1024;

export interface MailboxOptions {
  /** Ports on the loopback address; 0 picks a free one. */
  readonly smtpPort: number;
  readonly webPort: number;
  /** The folder of mails that survive a restart; without it they go when the mailbox closes. */
  readonly directory?: string | undefined;
}

export interface RunningMailbox {
  /** `smtp://127.0.0.1:PORT`, without TLS or login. */
  readonly smtpUrl: string;
  /** The page; `/api/email` below it lists the mails as JSON. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the mailbox; rejects when a port is taken, and leaves nothing behind then. */
export const startMailbox = async (options: MailboxOptions): Promise<RunningMailbox> => {
  await using started = new AsyncDisposableStack();
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'tradeium-mail-')));
  if (options.directory === undefined) started.defer(() => rm(directory, { recursive: true, force: true }));
  const storage = new FileStorage({ mailDirectory: directory, maxEmails: MAILS_MAX });
  await storage.initialize();
  started.defer(() => storage.close());
  const smtp = createSMTPServer({
    port: options.smtpPort,
    host: HOST,
    storage,
    mailDir: directory,
    maxMessageSize: MESSAGE_BYTES_MAX,
    logger: false,
  });
  await smtp.start();
  started.defer(() => smtp.stop());
  await smtp.pruneMailDir(MAILS_MAX);
  await smtp.loadMailsFromDirectory();

  const web = createAPIServer({ host: HOST, storage, smtp, cors: { origin: false } });
  started.defer(() => web.stop());
  await web.registerPlugins();
  await registerUI(web.server);
  await web.server.ready();
  // Mails hold sign-in links.
  admitOnlyThisMachine(web.server.server);
  await web.server.listen({ port: options.webPort, host: HOST });
  started.defer(() => web.server.server.closeAllConnections());

  const running = started.move();
  return {
    smtpUrl: `smtp://${HOST}:${smtp.getPort()}`,
    url: `http://${HOST}:${(web.server.server.address() as AddressInfo).port}`,
    close: () => running.disposeAsync(),
  };
};
