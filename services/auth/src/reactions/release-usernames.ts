// Frees usernames that users gave up, when the request itself could not.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { idsCausedBy } from '@tradeium/event-store';
import { releaseGivenUp } from '../commands/change-username.ts';
import type { CommandDependencies } from '../commands/dependencies.ts';

/** Without the key the names are unreadable; but then the user is deleted, and the names are free anyway. */
export const releaseUsernames =
  (parts: Pick<CommandDependencies, 'usernameClaims' | 'claimIds' | 'userKeys'>) =>
  async ({ event, meta }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'UsernameChanged' && event.type !== 'UsernameGivenUp') return undefined;
    const key = await parts.userKeys.find(event.data.userId);
    return key ? releaseGivenUp(parts, key, event, idsCausedBy(meta)) : undefined;
  };
