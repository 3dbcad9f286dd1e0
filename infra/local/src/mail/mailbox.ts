// A mail server that delivers nothing: it stores mails and shows them on a page.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPBACK, listenedHost, type Reach } from '@tradeium/service-kit/reach';
import { openLazyPort } from './lazy-port.ts';
import type { RunningMaildev } from './maildev.ts';

/** The oldest mails are dropped beyond this. */
export const MAILS_MAX = 500;

export interface MailboxOptions extends Reach {
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
  const maildev = firstUse(async () => {
    const { startMaildev } = await import('./maildev.ts');
    return startMaildev({ host: LOOPBACK, name: options.name, directory, mailsMax: MAILS_MAX });
  });
  started.defer(async () => (await maildev.running())?.close());
  const smtp = await openLazyPort({
    host: listenedHost(options),
    port: options.smtpPort,
    behind: async () => (await maildev.get()).smtpPort,
    isGreeted: true,
  });
  started.defer(smtp.close);
  const web = await openLazyPort({
    host: listenedHost(options),
    port: options.webPort,
    behind: async () => (await maildev.get()).webPort,
    isGreeted: false,
  });
  started.defer(web.close);

  const running = started.move();
  return {
    smtpUrl: `smtp://${LOOPBACK}:${smtp.port}`,
    url: `http://${LOOPBACK}:${web.port}`,
    close: () => running.disposeAsync(),
  };
};

/** Starts once, when first asked for; one that failed is started again. maildev takes 35 MiB of memory, most of it a DOM. */
const firstUse = (start: () => Promise<RunningMaildev>) => {
  let starting: Promise<RunningMaildev> | undefined;
  const get = (): Promise<RunningMaildev> => {
    starting ??= start().catch((cause: unknown) => {
      starting = undefined;
      throw cause;
    });
    return starting;
  };
  return { get, running: async () => starting?.catch(() => undefined) };
};
