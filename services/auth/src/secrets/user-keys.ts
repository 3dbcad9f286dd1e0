// The users' data keys as this service uses them: which secrets it seals by itself.
import type { DataKey, DataKeys } from '@tradeium/service-kit';

/** Users' words are sealed by the event store. These are no words, and stay sealed when those are opened. */
type Secret = 'password' | 'second-factor' | 'second-factor-setup';

export type UserKey = DataKey<Secret>;
export type UserKeys = DataKeys<Secret>;
