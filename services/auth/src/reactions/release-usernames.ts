// Frees the names that users have given up, when the request that meant to could not.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { releaseGivenUp } from '../api/change-username.ts';
import type { Dependencies } from '../api/dependencies.ts';

/** Without the user's key nothing is known of his names, but then he is deleted, and they are free to take anyway. */
export const releaseUsernames =
  (parts: Pick<Dependencies, 'usernameClaims' | 'claimIds' | 'userKeys'>) =>
  async ({ event }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'UsernameChanged' && event.type !== 'UsernameGivenUp') return undefined;
    const key = await parts.userKeys.find(event.data.userId);
    return key ? releaseGivenUp(parts, key, event) : undefined;
  };
