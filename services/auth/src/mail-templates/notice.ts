// The mail that carries a notice of another service, in the words of that service.
import { type MailContent, pageLink } from './layout.ts';

export type NoticeWords = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly path: string };
};

export const noticeMail = (
  { username, notice }: Readonly<{ username: string; notice: NoticeWords }>,
  publicUrl: string,
): MailContent => ({
  subject: notice.subject,
  preview: notice.paragraphs[0] ?? notice.subject,
  greeting: `Hello ${username},`,
  paragraphs: notice.paragraphs,
  action: { label: notice.action.label, link: pageLink(publicUrl, notice.action.path) },
  note: 'You get this mail because notices by mail are on. You can switch them off on the trading page, under Notices.',
});
