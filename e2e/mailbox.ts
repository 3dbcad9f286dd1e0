// Reads the mails that the system under test has sent.
import { setTimeout as delay } from 'node:timers/promises';

type Mail = { to: { address: string }[]; html?: string };

const MAIL_TIMEOUT_MS = 15_000;

/** The link of the verification mail to an address, once it has arrived. */
export const verificationLink = async (mailUrl: string, address: string): Promise<string> => {
  const deadline = performance.now() + MAIL_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const response = await fetch(`${mailUrl}/api/email`, { signal: AbortSignal.timeout(5_000) });
    const mails = (await response.json()) as Mail[];
    const mail = mails.find(({ to }) => to.some((recipient) => recipient.address === address));
    const link = /href="([^"]*\/verify-email\?token=[^"]+)"/.exec(mail?.html ?? '')?.[1];
    if (link) return link.replaceAll('&amp;', '&');
    await delay(50);
  }
  throw new Error(`no verification mail to ${address}`);
};
