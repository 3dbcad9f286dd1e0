// The admins by role as one aggregate, so that whatever happens at the same moment the last of them stays.
//
// Who leaves does so before the own event is written; who joins does so after it. So this may know too few for a
// moment, and too many only while somebody deletes the own account. A join says which event of the user it follows, and comes too late after a leave that knew of it.
import { authEvents, type Refusal, refuse, type StaffEvent } from '@tradeium/contracts';
import type { User } from './user-state.ts';

type Member = {
  readonly isIn: boolean;
  /** The user's newest event that is accounted for. */
  readonly sequence: number;
  readonly leaves: number;
};

/** By user id. Everybody who was ever an admin by role is remembered. */
export type Staff = { readonly members: Readonly<Record<string, Member>> };

/** There is one. */
export const STAFF_ID = 'all';

/** A user, and the sequence of the user's newest event. */
export type KnownUser = { readonly userId: string; readonly sequence: number };

export type StaffCommand =
  | (KnownUser & {
      /** The user is about to be no admin any more. */
      readonly type: 'LeaveStaff';
      /** Other admins by ADMIN_EMAILS. They count unless they are leaving, too. */
      readonly listed: readonly KnownUser[];
      readonly evenLast: boolean;
    })
  /** After an event of the user. */
  | (KnownUser & { readonly type: 'JoinStaff' | 'FollowLeft' })
  /** The user stays after all: what was to follow the leave with this number was refused. */
  | { readonly type: 'RejoinStaff'; readonly userId: string; readonly leaves: number };

const evolveStaff = ({ members }: Staff, { type, data }: StaffEvent): Staff => {
  const { userId, sequence } = data;
  const { leaves } = memberOf({ members }, userId);
  const isIn = type === 'StaffJoined';
  return { members: { ...members, [userId]: { isIn, sequence, leaves: isIn ? leaves : leaves + 1 } } };
};

const NEVER: Member = { isIn: false, sequence: -1, leaves: 0 };

/** The known facts of a user. */
export const memberOf = ({ members }: Staff, userId: string): Member =>
  Object.hasOwn(members, userId) ? (members[userId] ?? NEVER) : NEVER;

/** True if this user belongs to the staff: an unlocked admin by role. */
export const isStaff = (user: User): boolean =>
  user.status === 'registered' && !user.isLocked && user.roles.includes('admin');

const isLastOne = ({ members }: Staff, userId: string, listed: readonly KnownUser[]): boolean => {
  const byRole = Object.entries(members).some(([id, { isIn }]) => isIn && id !== userId);
  const isLeaving = (other: KnownUser) => {
    const { leaves, isIn, sequence } = memberOf({ members }, other.userId);
    return leaves > 0 && !isIn && sequence >= other.sequence;
  };
  return !byRole && listed.every((other) => other.userId === userId || isLeaving(other));
};

/** Decides a command. A leave is always recorded, also of somebody who has not joined yet: a late join must not bring them in. */
export const decideStaff = (command: StaffCommand, staff: Staff): StaffEvent[] | Refusal => {
  const { userId } = command;
  const member = memberOf(staff, userId);
  switch (command.type) {
    case 'LeaveStaff': {
      if (!command.evenLast && isLastOne(staff, userId, command.listed)) return refuse('LAST_ADMIN');
      const sequence = Math.max(command.sequence, member.sequence);
      return [{ type: 'StaffLeft', data: { userId, sequence } }];
    }
    case 'JoinStaff': {
      const { sequence } = command;
      return member.isIn || sequence <= member.sequence
        ? []
        : [{ type: 'StaffJoined', data: { userId, sequence } }];
    }
    case 'FollowLeft': {
      const { sequence } = command;
      return member.isIn && sequence > member.sequence
        ? [{ type: 'StaffLeft', data: { userId, sequence } }]
        : [];
    }
    case 'RejoinStaff':
      return member.isIn || member.leaves !== command.leaves
        ? []
        : [{ type: 'StaffJoined', data: { userId, sequence: member.sequence } }];
  }
};

export const staffAggregate = {
  ...authEvents.staff,
  stateVersion: 1,
  initial: { members: {} } as Staff,
  evolve: evolveStaff,
  decide: decideStaff,
} as const;
