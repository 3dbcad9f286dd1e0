// Reads in a user's commit which sessions it ends, and which access tokens it revokes.
import { authEvents, commit, type RawEvent } from '@tradeium/contracts';
import { readEvent } from '@tradeium/event-store';

/** An event that can't be read, or only by a newer program, ends none here: streams ask for their session at each heartbeat. */
const endedIn = (written: RawEvent): readonly string[] => {
  try {
    const event = readEvent(authEvents.user, written);
    if (event.type === 'AccessTokensRevoked') return event.data.tokenIds;
    return event.type === 'SessionsEnded' ? event.data.sessionIds : [];
  } catch {
    return [];
  }
};

const eventsOf = (data: Uint8Array): readonly RawEvent[] => {
  try {
    return commit.parse(JSON.parse(Buffer.from(data).toString())).events;
  } catch {
    return [];
  }
};

/** The ids of the sessions and access tokens that the events of a commit end. */
export const endedBy = (data: Uint8Array): string[] => eventsOf(data).flatMap(endedIn);
