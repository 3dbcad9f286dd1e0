// Reads the mails that the system under test has sent.
import { until } from '@tradeium/testing/until';

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
  const pattern = new RegExp(`href="([^"]*/${page}\\?token=[^"]+)"`);
  const mailed = async () => {
    const links = (await mailsTo(mailUrl, address)).flatMap(
      ({ html }) => pattern.exec(html ?? '')?.[1] ?? [],
    );
    return links[count - 1]?.replaceAll('&amp;', '&');
  };
  return until(`mail ${count} with a link to ${page} to ${address}`, mailed);
};

/** The link of the verification mail to an address, once it has arrived. */
export const verificationLink = (mailUrl: string, address: string): Promise<string> =>
  mailedLink(mailUrl, address, 'verify-email');
