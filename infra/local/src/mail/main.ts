// Runs the mailbox as a process: SMTP_PORT, MAIL_PORT (0 picks one), MAIL_DIRECTORY, and a line of JSON when ready.
import { readPort, runUntilStopped } from '../process.ts';
import { startMailbox } from './mailbox.ts';

// Mails hold links that open accounts: files are for their owner only.
process.umask(0o077);

const mailbox = await startMailbox({
  smtpPort: readPort('SMTP_PORT'),
  webPort: readPort('MAIL_PORT'),
  directory: process.env.MAIL_DIRECTORY,
});
runUntilStopped({ smtp_url: mailbox.smtpUrl, url: mailbox.url }, mailbox.close);
