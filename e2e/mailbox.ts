// Reads the mails that the system under test has sent.
import { setTimeout as delay } from 'node:timers/promises';

type Mail = { to: { address: string }[]; subject: string; html?: string };

/** The mail server starts with its first mail, which takes seconds on a busy machine. */
const MAIL_TIMEOUT_MS = 30_000;

/** All mails to an address, in order of arrival. */
export const mailsTo = async (mailUrl: string, address: string): Promise<Mail[]> => {
  const response = await fetch(`${mailUrl}/api/email`, { signal: AbortSignal.timeout(MAIL_TIMEOUT_MS) });
  const mails = (await response.json()) as Mail[];
  return mails.filter(({ to }) => to.some((recipient) => recipient.address === address));
};

/** The link to a page in the newest of the mails to an address, once `count` of them have such a link. */
export const mailedLink = async (
  mailUrl: string,
  address: string,
  page: 'verify-email' | 'reset-password',
  count = 1,
): Promise<string> => {
  const deadline = performance.now() + MAIL_TIMEOUT_MS;
  const pattern = new RegExp(`href="([^"]*/${page}\\?token=[^"]+)"`);
  while (performance.now() < deadline) {
    const links = (await mailsTo(mailUrl, address)).flatMap(
      ({ html }) => pattern.exec(html ?? '')?.[1] ?? [],
    );
    const link = links[count - 1];
    if (link) return link.replaceAll('&amp;', '&');
    await delay(50);
  }
  throw new Error(`no mail ${count} with a link to ${page} to ${address}`);
};

/** The link of the verification mail to an address, once it has arrived. */
export const verificationLink = (mailUrl: string, address: string): Promise<string> =>
  mailedLink(mailUrl, address, 'verify-email');
