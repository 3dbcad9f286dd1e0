// Mailed tokens: how many may go out, and which of those that come back are valid.
import { later, MAILS_PER_DAY, type MailedSoFar, type MailedToken } from './user-state.ts';

/** The secret part of a mailed token, made for the number that `nextVerification` or `nextReset` returns. */
export type NewToken = Pick<MailedToken, 'tokenHash' | 'salt'>;

/** A token as it came back from a mail. */
export type ReturnedToken = Pick<MailedToken, 'issue' | 'tokenHash'>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Per kind. The same for all kinds, so it does not reveal whether a registration is its address's first. */
const MAILS_PER_HOUR = 5;

/** True if one more mail of the kind may go out. */
export const isMailAllowed = ({ newestAt }: MailedSoFar, now: string): boolean => {
  const within = (ms: number) => newestAt.filter((at) => at > later(now, -ms)).length;
  return within(HOUR_MS) < MAILS_PER_HOUR && within(DAY_MS) < MAILS_PER_DAY;
};

/** True if a returned token is this one, and in time. */
export const isValidToken = (
  token: MailedToken | null,
  { issue, tokenHash }: ReturnedToken,
  now: string,
): boolean =>
  token !== null && token.issue === issue && token.tokenHash === tokenHash && now < token.expiresAt;
