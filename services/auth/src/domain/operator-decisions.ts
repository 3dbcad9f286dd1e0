// An operator's actions on an account besides roles and locks: vouching for its address, ending its sessions, resending its mails.
import { isRefusal, type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import { type CodeProof, usesOf } from './second-factor.ts';
import { endAll } from './session-decisions.ts';
import type { RegisteredUser, User } from './user-state.ts';

export type OperatorCommand =
  | {
      readonly type: 'VouchForEmail';
      /** Sealed; null when the name of the registration was still free. */
      readonly username: string | null;
    }
  | { readonly type: 'EndAllSessions' }
  /** By the operator whose account this is; null where there is no second factor. */
  | { readonly type: 'ConfirmOperator'; readonly proof: CodeProof | null };

/** As if a mail had been answered, except that nothing has proven who owns the address. The registration's password counts. */
const vouch = ({ userId, emailVerified }: RegisteredUser, username: string | null): UserEvent[] | Refusal => {
  if (emailVerified) return refuse('EMAIL_ALREADY_VERIFIED');
  const renamed: UserEvent[] =
    username === null ? [] : [{ type: 'UsernameChanged', data: { userId, username } }];
  return [...renamed, { type: 'EmailVerified', data: { userId, by: 'operator' } }];
};

/** Decides a command at a time (ISO 8601). */
export const decideOperator = (command: OperatorCommand, user: User, now: string): UserEvent[] | Refusal => {
  if (user.status !== 'registered') return refuse('USER_NOT_FOUND');
  switch (command.type) {
    case 'VouchForEmail':
      return vouch(user, command.username);
    case 'EndAllSessions':
      return endAll(user, 'operator');
    case 'ConfirmOperator':
      return usesOf(user, command.proof, now);
  }
};

/** The answer to a mail that the operator sends again: who may not have it gets a reason, unlike a visitor. */
export const mailRefusal = (
  user: User,
  mail: 'verification' | 'password-reset',
  decided: readonly UserEvent[] | Refusal,
): Refusal | undefined => {
  if (user.status !== 'registered') return refuse('USER_NOT_FOUND');
  if (user.isLocked) return refuse('ACCOUNT_LOCKED');
  if (mail === 'verification' && user.emailVerified) return refuse('EMAIL_ALREADY_VERIFIED');
  if (mail === 'password-reset' && !user.emailVerified) return refuse('EMAIL_NOT_VERIFIED');
  if (isRefusal(decided)) return decided;
  return decided.length === 0 ? refuse('TOO_MANY_MAILS') : undefined;
};
