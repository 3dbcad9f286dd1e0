// The mail with which a new user proves his address, as HTML and as text.
import { WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import type { Mail } from './mailer.ts';

const SUBJECT = 'Confirm your email address';
const CREDITS = `${WELCOME_CREDITS_VUT.toLocaleString('en-US')} VUT credits`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const textOf = (username: string, link: string): string =>
  `Hello ${username},

welcome to Tradeium. Please confirm your email address:

${link}

Once it is confirmed, ${CREDITS} are yours to build and backtest strategies.

The link works once, within 24 hours. If you did not register, please ignore this mail.
`;

/** Tables and inline styles, which is what mail programs agree on; no images, nothing to load. */
const htmlOf = (username: string, link: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light">
    <title>${SUBJECT}</title>
  </head>
  <body style="margin:0;padding:0;background:#f0f2f6;">
    <div style="display:none;max-height:0;overflow:hidden;">One click, and ${CREDITS} are yours.</div>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f0f2f6;">
      <tr>
        <td align="center" style="padding:40px 16px;">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e4e8ef;border-radius:12px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#171d28;">
            <tr>
              <td style="padding:32px 36px 0;font-size:18px;font-weight:700;letter-spacing:-0.2px;color:#3a5cf0;">Tradeium</td>
            </tr>
            <tr>
              <td style="padding:24px 36px 0;">
                <h1 style="margin:0 0 12px;font-size:24px;line-height:1.25;">${SUBJECT}</h1>
                <p style="margin:0 0 24px;font-size:16px;line-height:1.55;color:#434d60;">Hello ${escaped(username)}, welcome to Tradeium. Once your address is confirmed, <strong style="color:#171d28;">${CREDITS}</strong> are yours to build and backtest strategies.</p>
                <a href="${escaped(link)}" style="display:inline-block;padding:14px 24px;border-radius:8px;background:#3a5cf0;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;">Confirm email address</a>
                <p style="margin:28px 0 0;font-size:14px;line-height:1.55;color:#5d687c;">Or open this link:<br><a href="${escaped(link)}" style="color:#2e4bd0;word-break:break-all;">${escaped(link)}</a></p>
              </td>
            </tr>
            <tr>
              <td style="padding:28px 36px 32px;font-size:13px;line-height:1.55;color:#5d687c;">The link works once, within 24 hours. If you did not register, please ignore this mail.</td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`;

/** Makes the mail; `token` becomes part of the link to `publicUrl`, and `id` is the same for the same token. */
export const verificationMail = (options: {
  to: string;
  username: string;
  token: string;
  publicUrl: string;
  id: string;
}): Mail => {
  const { to, username, token, publicUrl, id } = options;
  const link = new URL('/verify-email', publicUrl);
  link.searchParams.set('token', token);
  return {
    id,
    to,
    subject: SUBJECT,
    text: textOf(username, link.href),
    html: htmlOf(username, link.href),
  };
};
