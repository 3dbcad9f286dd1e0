// The last admin stays, even if two leave at the same moment, and a late join brings nobody back.
import type { StaffEvent, UserEvent } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import {
  decideStaff,
  isStaff,
  type KnownUser,
  memberOf,
  type StaffCommand,
  staffAggregate,
} from './staff.ts';
import { userAggregate } from './user.ts';

const { given } = specify(staffAggregate);
const deciding = (command: StaffCommand) => (staff: Parameters<typeof decideStaff>[1]) =>
  decideStaff(command, staff);
const joined = (userId: string, sequence: number): StaffEvent => ({
  type: 'StaffJoined',
  data: { userId, sequence },
});
const left = (userId: string, sequence: number): StaffEvent => ({
  type: 'StaffLeft',
  data: { userId, sequence },
});
const leave = (userId: string, sequence: number, listed: KnownUser[] = [], evenLast = false) =>
  deciding({ type: 'LeaveStaff', userId, sequence, listed, evenLast });
const join = (userId: string, sequence: number) => deciding({ type: 'JoinStaff', userId, sequence });
const follow = (userId: string, sequence: number) => deciding({ type: 'FollowLeft', userId, sequence });
const rejoin = (userId: string, leaves: number) => deciding({ type: 'RejoinStaff', userId, leaves });

describe('leaving', () => {
  test('is for those whom another admin follows', () => {
    given(joined('a', 1), joined('b', 2)).when(leave('a', 1)).emits(left('a', 1));
    given(joined('a', 1)).when(leave('a', 1)).refuses('LAST_ADMIN');
    given(joined('a', 1), joined('b', 2), left('b', 2)).when(leave('a', 1)).refuses('LAST_ADMIN');
    given().when(leave('a', 1)).refuses('LAST_ADMIN');
  });
  test('is for anybody at the command line', () =>
    given(joined('a', 1))
      .when(leave('a', 1, [], true))
      .emits(left('a', 1)));
  test('is recorded of somebody who has not joined yet', () =>
    given(joined('b', 2)).when(leave('a', 7)).emits(left('a', 7)));
  test('counts other admins by address, unless they are leaving, too', () => {
    const listed = [{ userId: 'l', sequence: 9 }];
    given(joined('a', 1))
      .when(leave('a', 1, listed))
      .emits(left('a', 1));
    given(left('l', 9))
      .when(leave('a', 1, listed))
      .refuses('LAST_ADMIN');
    given(left('l', 8))
      .when(leave('a', 1, listed))
      .emits(left('a', 1));
    given()
      .when(leave('l', 9, listed))
      .refuses('LAST_ADMIN');
  });
});

describe('joining', () => {
  test('follows the newest event, once', () => {
    given().when(join('a', 3)).emits(joined('a', 3));
    given(joined('a', 3)).when(join('a', 3)).emitsNothing();
    given(joined('a', 3), left('a', 5)).when(join('a', 6)).emits(joined('a', 6));
  });
  test('comes too late after a leave that knew of the event', () => {
    given(left('a', 5)).when(join('a', 5)).emitsNothing();
    given(left('a', 5)).when(join('a', 4)).emitsNothing();
  });
  test('again is for those whose own event was refused, if they have not left once more', () => {
    given(joined('a', 1), left('a', 4)).when(rejoin('a', 1)).emits(joined('a', 4));
    given(joined('a', 1), left('a', 4), left('a', 4)).when(rejoin('a', 1)).emitsNothing();
    expect(memberOf(given(left('a', 4), left('a', 4)).state(), 'a').leaves).toBe(2);
  });
});

test('a later event of the user takes a member out', () => {
  given(joined('a', 3)).when(follow('a', 4)).emits(left('a', 4));
  given(joined('a', 3)).when(follow('a', 3)).emitsNothing();
  given(left('a', 3)).when(follow('a', 4)).emitsNothing();
});

test('unlocked admins by role belong to it', () => {
  const userId = 'a';
  const at = '2026-03-01T12:00:00.000Z';
  const registered: UserEvent = {
    type: 'UserRegistered',
    data: { userId, email: 'x', username: 'x', passwordHash: 'x', registeredAt: at },
  };
  const granted = (role: string): UserEvent => ({
    type: 'RoleGranted',
    data: { userId, role, grantedAt: at },
  });
  const of = (...events: UserEvent[]) =>
    isStaff(
      specify(userAggregate)
        .given(registered, ...events)
        .state(),
    );
  expect(of(granted('admin'))).toBe(true);
  expect(of(granted('support'))).toBe(false);
  expect(of(granted('admin'), { type: 'UserLocked', data: { userId, lockedAt: at } })).toBe(false);
  expect(of(granted('admin'), { type: 'UserDeleted', data: { userId, deletedAt: at } })).toBe(false);
});
