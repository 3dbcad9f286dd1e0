// Keeps the admins by role as the events of users say.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import { idsCausedBy, type StoredEvent } from '@tradeium/event-store';
import { followUser } from '../commands/keep-staff.ts';

/** The events with which a user becomes an admin, or is one no more. */
export const STAFF_EVENTS: readonly UserEvent['type'][] = [
  'RoleGranted',
  'RoleRevoked',
  'UserLocked',
  'UserUnlocked',
  'UserDeleted',
];

export const keepStaff =
  (parts: Parameters<typeof followUser>[0]) =>
  async ({ event, meta, sequence }: StoredEvent<UserEvent>): Promise<Refusal | undefined> =>
    followUser(parts, { userId: event.data.userId, sequence }, idsCausedBy(meta));
