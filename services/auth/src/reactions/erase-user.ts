// Erases what is left of a deleted user: his names' claims, from where he logged in, then the key to all the rest.
import type { EmailEvent, Refusal, UserEvent, UsernameEvent } from '@tradeium/contracts';
import type { Aggregates, StoredEvent } from '@tradeium/event-store';
import type { LoginAttempts } from '../attempts/login-attempts.ts';
import { decideEmailClaim, type EmailClaim } from '../domain/email-claim.ts';
import type { User } from '../domain/user.ts';
import { decideUsernameClaim, type UsernameClaim } from '../domain/username-claim.ts';
import type { ClaimIds } from '../secrets/claim-ids.ts';
import type { UserKeys } from '../secrets/user-keys.ts';

type Dependencies = {
  readonly users: Pick<Aggregates<User, UserEvent>, 'load'>;
  readonly emailClaims: Pick<Aggregates<EmailClaim, EmailEvent>, 'execute'>;
  readonly usernameClaims: Pick<Aggregates<UsernameClaim, UsernameEvent>, 'execute'>;
  readonly claimIds: ClaimIds;
  readonly userKeys: UserKeys;
  readonly loginAttempts: Pick<LoginAttempts, 'forgetAddresses'>;
};

/** The key goes last: without it nobody could tell any more which claims were his. */
export const eraseUser =
  ({ users, emailClaims, usernameClaims, claimIds, userKeys, loginAttempts }: Dependencies) =>
  async ({ event }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'UserDeleted') return;
    const { userId } = event.data;
    const [{ state: user }, key] = await Promise.all([users.load(userId), userKeys.find(userId)]);
    if (key && user.status === 'deleted') {
      const command = { commandId: `release:${userId}` };
      const email = claimIds.ofEmail(key.unseal('email', user.email));
      const username = claimIds.ofUsername(key.unseal('username', user.username));
      const outcomes = await Promise.all([
        emailClaims.execute(email, command, (claim) =>
          decideEmailClaim({ type: 'ReleaseEmail', userId }, claim),
        ),
        usernameClaims.execute(username, command, (claim) =>
          decideUsernameClaim({ type: 'ReleaseUsername', userId }, claim),
        ),
      ]);
      for (const outcome of outcomes) if (!outcome.ok) return outcome.refusal;
    }
    await loginAttempts.forgetAddresses(userId);
    await userKeys.destroy(userId);
    return undefined;
  };
