// Keeps the admins by role as their users are: leaving comes before a user's own event, joining after it.
import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import type { Command, CommandIds } from '@tradeium/event-store';
import { adminSources } from '../domain/roles.ts';
import { isStaff, type KnownUser, memberOf, STAFF_ID } from '../domain/staff.ts';
import type { User, UserCommand } from '../domain/user.ts';
import { ownerOfEmail } from './claim-names.ts';
import type { CommandDependencies, UserChange } from './dependencies.ts';
import { loadPerson } from './load-person.ts';

export type StaffParts = Pick<
  CommandDependencies,
  'staff' | 'users' | 'userKeys' | 'claimIds' | 'emailClaims'
> & {
  readonly adminEmails: ReadonlySet<string>;
};

/** True if a user is an admin because the address is listed. */
const isListed = async (parts: StaffParts, userId: string): Promise<boolean> => {
  const { user, key } = await loadPerson(parts, userId);
  if (user.status !== 'registered' || !key) return false;
  return adminSources(user, user.email, parts.adminEmails).includes('ADMIN_EMAILS');
};

/** The admins by ADMIN_EMAILS. The sequence is read first: what changes meanwhile has a later one. */
const listedAdmins = async (parts: StaffParts): Promise<KnownUser[]> => {
  const owners = await Promise.all([...parts.adminEmails].map((email) => ownerOfEmail(parts, email)));
  const userIds = [...new Set(owners)].filter((userId) => userId !== null);
  const known = await Promise.all(
    userIds.map(async (userId) => {
      const { sequence } = await parts.users.load(userId);
      return (await isListed(parts, userId)) ? [{ userId, sequence }] : [];
    }),
  );
  return known.flat();
};

/** The number of the leave, for a return; LAST_ADMIN when no other admin remains. */
const leave = async (parts: StaffParts, leaving: KnownUser, evenLast: boolean): Promise<number | Refusal> => {
  const listed = await listedAdmins(parts);
  // Each attempt leaves again: since an earlier one the user may have come back.
  const outcome = await parts.staff.change(
    STAFF_ID,
    { type: 'LeaveStaff', ...leaving, listed, evenLast },
    { commandId: `leave:${randomUUID()}` },
  );
  return isRefusal(outcome) ? outcome : memberOf(outcome.state, leaving.userId).leaves;
};

const rejoin = async ({ staff }: StaffParts, userId: string, leaves: number): Promise<void> => {
  await staff.change(
    STAFF_ID,
    { type: 'RejoinStaff', userId, leaves },
    { commandId: `rejoin:${userId}:${leaves}` },
  );
};

/**
 * Brings back an admin who has left for something that never happened, because its process died in between. The role is
 * given once more, not just the place in the staff: what they leave for at this moment is refused then.
 */
const bringBack = async (
  { staff, users }: StaffParts,
  userId: string,
  ids: Omit<CommandIds, 'commandId'>,
): Promise<void> => {
  const { isIn, leaves } = memberOf((await staff.load(STAFF_ID)).state, userId);
  if (isIn || leaves === 0) return;
  await users.change(userId, { type: 'RenewAdmin' }, { ...ids, commandId: `renew:${userId}:${leaves}` });
};

const grantsOf = (user: User): number => (user.status === 'registered' ? user.roleGrants : 0);

/** CONCURRENT_CHANGE when the user was given a role since the leave was decided: then it may bring them back. */
const unlessGivenSince =
  (known: User, command: UserCommand) =>
  (user: User): UserCommand | Refusal =>
    grantsOf(user) === grantsOf(known) ? command : refuse('CONCURRENT_CHANGE');

/**
 * Does to a user what takes an admin away: the change of a role, or a lock; or the opposite. LAST_ADMIN, unless
 * `evenLast`, when nobody would be left. A process that dies between the two commits leaves an admin who does not count
 * until the command is sent again, the role is given again, or the account is unlocked.
 */
export const changeStaff = async (
  parts: StaffParts,
  userId: string,
  command: UserCommand,
  { evenLast, ...ids }: Command & { readonly evenLast: boolean },
): Promise<UserChange | Refusal> => {
  const { users } = parts;
  const first = await users.earlier(userId, ids);
  if (isRefusal(first) || first.isRepeated) return first;
  const { state: user, sequence } = await users.load(userId);
  const isTakingRole = command.type === 'ChangeRole' && command.role !== 'admin';
  const isLocking = command.type === 'LockUser' && user.status === 'registered' && !user.isLocked;
  const isLeaving =
    (isStaff(user) && (isTakingRole || isLocking)) || (isLocking && (await isListed(parts, userId)));
  const leaves = isLeaving ? await leave(parts, { userId, sequence }, evenLast) : null;
  if (isRefusal(leaves)) return leaves;
  if (leaves === null) {
    const outcome = await users.change(userId, command, ids);
    if (isRefusal(outcome)) return outcome;
    if (outcome.events.length === 0 && isStaff(outcome.state))
      await bringBack(parts, userId, { correlationId: ids.correlationId });
    return outcome;
  }
  const outcome = await users.change(userId, unlessGivenSince(user, command), ids);
  if (isStaff(isRefusal(outcome) ? (await users.load(userId)).state : outcome.state))
    await rejoin(parts, userId, leaves);
  return outcome;
};

/** After an event of a user (`sequence`): in the staff, or out of it, as the user is by now. */
export const followUser = async (
  { staff, users }: Pick<StaffParts, 'staff' | 'users'>,
  { userId, sequence }: KnownUser,
  causedBy: Omit<CommandIds, 'commandId'>,
): Promise<Refusal | undefined> => {
  const { state: user } = await users.load(userId);
  const type = isStaff(user) ? 'JoinStaff' : 'FollowLeft';
  const ids = { commandId: `follow:${userId}:${sequence}`, ...causedBy };
  const outcome = await staff.change(STAFF_ID, { type, userId, sequence }, ids);
  return isRefusal(outcome) ? outcome : undefined;
};
