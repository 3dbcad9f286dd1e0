// The one layout of all mails, as HTML and as text: their content is plain text, escaped here and only here.

/** A mail's content, without markup. */
export type MailContent = {
  readonly subject: string;
  /** Shown by mailboxes next to the subject. */
  readonly preview: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly link: string };
  /** The advice about an unexpected mail, and how long its link works. */
  readonly note: string;
};

export type RenderedMail = { readonly subject: string; readonly text: string; readonly html: string };

/** The link to a page of the product; `token` becomes part of it. */
export const pageLink = (publicUrl: string, path: string, token?: string): string => {
  const link = new URL(path, publicUrl);
  if (token !== undefined) link.searchParams.set('token', token);
  return link.href;
};

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** For mail programs that support narrow screens and dark themes; the others keep the elements' styles. */
const STYLE = `
      @media (max-width: 480px) {
        .side { padding-left: 24px !important; padding-right: 24px !important; }
        .button { padding: 14px 20px !important; }
      }
      @media (prefers-color-scheme: dark) {
        .page { background: #10151d !important; }
        .card { background: #171d28 !important; border-color: #2b3444 !important; }
        .heading { color: #f2f5fa !important; }
        .body { color: #c3ccda !important; }
        .note { color: #95a1b5 !important; border-color: #2b3444 !important; }
        .brand, .link { color: #9db0ff !important; }
      }`;

const mailText = ({ subject, greeting, paragraphs, action, note }: MailContent): string =>
  [subject, greeting, ...paragraphs, `${action.label}:\n${action.link}`, note, '-- \nTradeium'].join('\n\n') +
  '\n';

const paragraph = (text: string): string =>
  `<p class="body" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:#434d60;">${escaped(text)}</p>`;

/** Tables and inline styles, which all mail programs support; no images, nothing to load. */
const htmlOf = ({ subject, preview, greeting, paragraphs, action, note }: MailContent): string => {
  const link = escaped(action.link);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${escaped(subject)}</title>
    <style>${STYLE}
    </style>
  </head>
  <body class="page" style="margin:0;padding:0;background:#f0f2f6;">
    <div style="display:none;max-height:0;overflow:hidden;">${escaped(preview)}</div>
    <table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f0f2f6;">
      <tr>
        <td align="center" style="padding:40px 16px;">
          <table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:540px;background:#ffffff;border:1px solid #e0e5ed;border-radius:12px;border-collapse:separate;font-family:${FONT};">
            <tr>
              <td class="side brand" style="padding:32px 36px 0;font-size:18px;font-weight:700;letter-spacing:-0.3px;color:#3a5cf0;">Tradeium</td>
            </tr>
            <tr>
              <td class="side" style="padding:24px 36px 0;">
                <h1 class="heading" style="margin:0 0 16px;font-size:24px;line-height:1.25;letter-spacing:-0.4px;color:#171d28;">${escaped(subject)}</h1>
                ${[greeting, ...paragraphs].map(paragraph).join('\n                ')}
                <table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 0;">
                  <tr>
                    <td style="border-radius:8px;background:#3a5cf0;"><a class="button" href="${link}" style="display:inline-block;padding:14px 26px;text-align:center;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;">${escaped(action.label)}</a></td>
                  </tr>
                </table>
                <p class="note" style="margin:24px 0 0;font-size:14px;line-height:1.55;color:#5d687c;">Or open this link:<br><a class="link" href="${link}" style="color:#2e4bd0;word-break:break-all;">${link}</a></p>
              </td>
            </tr>
            <tr>
              <td class="side" style="padding:28px 36px 32px;">
                <p class="note" style="margin:0;padding-top:20px;border-top:1px solid #e0e5ed;font-size:13px;line-height:1.55;color:#5d687c;">${escaped(note)}</p>
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`;
};

/** A mail in both forms. */
export const renderMail = (content: MailContent): RenderedMail => ({
  subject: content.subject,
  text: mailText(content),
  html: htmlOf(content),
});
