// What a new user sees until the e-mail address is verified.
import { WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { wholeNumber } from '../../lib/format.ts';
import { MailSent } from './mail-sent.tsx';
import { ResendVerification } from './resend-verification.tsx';

/** Says where the mail went, and sends it again. */
export const CheckEmail = ({ email }: { email: string }) => (
  <>
    <MailSent>
      We sent a link to <strong>{email}</strong>. Open it to verify your address. Your account and its{' '}
      {wholeNumber(WELCOME_CREDITS_VUT)} VUT credits are then ready. No mail? Check your spam folder, or send
      it again.
    </MailSent>
    <ResendVerification email={email} />
  </>
);
