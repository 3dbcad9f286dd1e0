// Mails a notice of another service to its user; the address never leaves this service.

import { MESSAGES, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { loadPerson } from '../../commands/load-person.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { renderMail } from '../../mail-templates/layout.ts';
import { noticeMail } from '../../mail-templates/notice.ts';
import type { Dependencies } from '../dependencies.ts';

type Parts = Pick<Dependencies, 'users' | 'userKeys' | 'emailVerification'> & {
  readonly mailer: Mailer;
  readonly publicUrl: string;
};

/** Nothing is mailed to an unproven address. */
export const mailNotice = ({ users, userKeys, emailVerification, mailer, publicUrl }: Parts): Handler =>
  userHandler(MESSAGES.mailNotice, async ({ notice_id, ...notice }, userId) => {
    const { user, key } = await loadPerson({ users, userKeys }, userId);
    if (user.status !== 'registered' || !key) return refuse('UNAUTHORIZED');
    if (!user.emailVerified && emailVerification === 'required') return answer({ outcome: 'unproven' });
    const content = noticeMail({ username: user.username, notice }, publicUrl);
    const outcome = await mailer
      .send({ id: `notice.${notice_id}`, to: user.email, ...renderMail(content) })
      // The mail server is down: another attempt may find it.
      .catch(() => 'deferred' as const);
    return answer({ outcome });
  });
