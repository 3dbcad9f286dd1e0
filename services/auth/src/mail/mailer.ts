// Hands mail to an SMTP server, within a bound of time.
import { createTransport } from 'nodemailer';

export type Mail = {
  /** The same mail has the same id, so that a mailbox can tell a second copy. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type Mailer = {
  /** Whether the server has taken the mail or refused it for good; rejects when it could not be asked. */
  send(mail: Mail): Promise<'sent' | 'refused'>;
};

const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 10_000;

/** An answer of 5xx is for good, whatever it was the answer to; 4xx asks to try again later (RFC 5321, 4.2.1). */
const isRefusedForGood = (cause: unknown): boolean =>
  cause instanceof Error &&
  'responseCode' in cause &&
  typeof cause.responseCode === 'number' &&
  cause.responseCode >= 500;

/** Opens the way to an SMTP server: `smtp://host:port`, or `smtps://user:password@host`. */
export const openMailer = (options: { smtpUrl: string; from: string; publicUrl: string }): Mailer => {
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  });
  const domain = new URL(options.publicUrl).hostname;
  return {
    send: async ({ id, to, subject, text, html }) => {
      const sending = transport.sendMail({
        from: options.from,
        // As an object, so that no address is read as a list of several.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return sending.then(
        () => 'sent',
        (cause: unknown) => {
          if (isRefusedForGood(cause)) return 'refused';
          throw cause;
        },
      );
    },
  };
};
