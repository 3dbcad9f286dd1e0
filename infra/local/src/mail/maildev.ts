// Keeps mails and shows them on a page, built from maildev's parts.
//
// Assembled here rather than by maildev's own start, because that lets pages of any site read the mails.
import type { AddressInfo } from 'node:net';
import { createAPIServer } from '@maildev/api';
import { FileStorage } from '@maildev/core';
import { createSMTPServer } from '@maildev/smtp';
import { registerUI } from '@maildev/ui/server';
import type { Reach } from '@tradeium/service-kit/reach';
import { admitOnlyThisMachine } from '@tradeium/service-kit/this-machine';

const MESSAGE_BYTES_MAX = 5 * 1024 * 1024;

export interface MaildevOptions extends Reach {
  readonly host: string;
  readonly directory: string;
  /** The oldest mails are dropped beyond this. */
  readonly mailsMax: number;
}

export interface RunningMaildev {
  readonly smtpPort: number;
  readonly webPort: number;
  close(): Promise<void>;
}

/** Starts both servers on free ports; rejects when one of them cannot start, and leaves nothing behind then. */
export const startMaildev = async ({
  host,
  name,
  directory,
  mailsMax,
}: MaildevOptions): Promise<RunningMaildev> => {
  await using started = new AsyncDisposableStack();
  const storage = new FileStorage({ mailDirectory: directory, maxEmails: mailsMax });
  await storage.initialize();
  started.defer(() => storage.close());
  const smtp = createSMTPServer({
    port: 0,
    host,
    storage,
    mailDir: directory,
    maxMessageSize: MESSAGE_BYTES_MAX,
    logger: false,
  });
  await smtp.start();
  started.defer(() => smtp.stop());
  await smtp.pruneMailDir(mailsMax);
  await smtp.loadMailsFromDirectory();

  const web = createAPIServer({ host, storage, smtp, cors: { origin: false } });
  started.defer(() => web.stop());
  await web.registerPlugins();
  await registerUI(web.server);
  await web.server.ready();
  // Mails hold sign-in links.
  admitOnlyThisMachine(web.server.server, name);
  await web.server.listen({ port: 0, host });
  started.defer(() => web.server.server.closeAllConnections());

  const running = started.move();
  return {
    smtpPort: smtp.getPort(),
    webPort: (web.server.server.address() as AddressInfo).port,
    close: () => running.disposeAsync(),
  };
};
