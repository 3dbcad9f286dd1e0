// The page for a new user until the email address is verified.
import { WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { wholeNumber } from '../../lib/format.ts';
import { MailSent } from './mail-sent.tsx';
import { ResendVerification } from './resend-verification.tsx';

/** Says where the mail went, and sends it again. */
export const CheckEmail = ({ email }: { email: string }) => (
  <>
    <MailSent>
      We sent a link to <strong>{email}</strong>. Open it in this browser to verify your address and to be
      signed in; in any other browser you type your password first. Your account is then ready, with{' '}
      {wholeNumber(WELCOME_CREDITS_VUT)} VUT credits if it is your first one. No mail? Check your spam folder,
      or send it again.
    </MailSent>
    <ResendVerification email={email} />
  </>
);
