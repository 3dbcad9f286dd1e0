// Frees usernames that users gave up, when the request itself could not.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { releaseUnused } from '../commands/change-username.ts';

export const releaseUsernames =
  (parts: Parameters<typeof releaseUnused>[0]) =>
  async ({ event, meta }: StoredEvent<UserEvent>): Promise<Refusal | undefined> =>
    event.type === 'UsernameChanged' || event.type === 'UsernameGivenUp'
      ? releaseUnused(parts, event, idsCausedBy(meta))
      : undefined;
