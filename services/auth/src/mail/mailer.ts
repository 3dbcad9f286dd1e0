// Hands mail to an SMTP server, within a bound of time.
import { createTransport } from 'nodemailer';

export type Mail = {
  /** The same mail has the same id, so a mailbox recognises a second copy. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type Mailer = {
  /**
   * Whether the server has taken the mail, refused it for good, or asks to be given it later. Rejects when the server
   * could not be used at all: then it takes nobody's mail.
   */
  send(mail: Mail): Promise<'sent' | 'refused' | 'deferred'>;
};

const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 10_000;
/** "Service not available, closing": an answer to any command, about the server (RFC 5321, 4.2.3). */
const CLOSING = 421;
/** What is asked of a server about one mail; all before it is about the server and its sender. */
const ABOUT_ONE_MAIL = ['RCPT TO', 'DATA'];

/** What an answer to this one mail means (5xx is for good, RFC 5321, 4.2.1); null when it was about all mail. */
const answerTo = (cause: unknown): 'refused' | 'deferred' | null => {
  const { code, command, responseCode } = cause as { code?: string; command?: string; responseCode?: number };
  // An address that no server is even asked about.
  if (code === 'EENVELOPE' && command === 'API') return 'refused';
  if (!ABOUT_ONE_MAIL.includes(command ?? '') || !responseCode || responseCode === CLOSING) return null;
  return responseCode >= 500 ? 'refused' : 'deferred';
};

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
        // As an object: a string could be read as a list of addresses.
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
          const answered = answerTo(cause);
          if (answered === null) throw cause;
          return answered;
        },
      );
    },
  };
};
