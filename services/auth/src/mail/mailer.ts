// Hands mail to an SMTP server, within a time limit.
import type { Transporter } from 'nodemailer';

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
   * Says if the server accepted the mail, refused it permanently, or deferred it. Rejects when the server
   * is unusable: then it takes no mail at all.
   */
  send(mail: Mail): Promise<'sent' | 'refused' | 'deferred'>;
};

const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 10_000;
/** "Service not available, closing": an answer to any command, about the server (RFC 5321, 4.2.3). */
const CLOSING = 421;
/** The commands about one mail; all earlier ones are about the server and its sender. */
const ABOUT_ONE_MAIL = ['RCPT TO', 'DATA'];

/** The meaning of an answer about this one mail (5xx is permanent, RFC 5321, 4.2.1); null when it is about all mail. */
const answerTo = (cause: unknown): 'refused' | 'deferred' | null => {
  const { code, command, responseCode } = cause as { code?: string; command?: string; responseCode?: number };
  // An address that never reaches a server.
  if (code === 'EENVELOPE' && command === 'API') return 'refused';
  if (!ABOUT_ONE_MAIL.includes(command ?? '') || !responseCode || responseCode === CLOSING) return null;
  return responseCode >= 500 ? 'refused' : 'deferred';
};

/** Opens an SMTP server: `smtp://host:port`, or `smtps://user:password@host`. */
export const openMailer = (options: { smtpUrl: string; from: string; publicUrl: string }): Mailer => {
  let opening: Promise<Transporter> | undefined;
  // Loaded with the first mail: an idle service does without it.
  const transport = (): Promise<Transporter> => {
    opening ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: options.smtpUrl,
        connectionTimeout: CONNECT_TIMEOUT_MS,
        greetingTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: SILENCE_TIMEOUT_MS,
      }),
    );
    return opening;
  };
  const domain = new URL(options.publicUrl).hostname;
  return {
    send: async ({ id, to, subject, text, html }) => {
      const sending = (await transport()).sendMail({
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
