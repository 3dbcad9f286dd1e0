// Gives a user a role in place of any other, or takes it, and says so to gateways.
import { isRefusal, MESSAGES, type Refusal, rolesChangedSubject } from '@tradeium/contracts';
import { type Handler, handler, type RequestContext } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import { changeStaff, type StaffParts } from '../../commands/keep-staff.ts';
import type { RoleCommand } from '../../domain/role-decisions.ts';
import { changedAnswer, idsOf } from './change-account.ts';

export type RoleParts = StaffParts & { readonly nc: NatsConnection };

/** A user, the new role, and how far the caller answers for it. */
export type RoleChange = Omit<RoleCommand, 'type'> & { readonly userId: string; readonly evenLast: boolean };

type Changed = Exclude<Awaited<ReturnType<typeof changeStaff>>, Refusal>;

/** LAST_ADMIN when it would take the role of the last admin, unless `evenLast`. */
export const changeRoleOf = async (
  parts: RoleParts,
  { userId, role, evenUnproven, evenLast }: RoleChange,
  request: RequestContext,
): Promise<Changed | Refusal> => {
  const command = { type: 'ChangeRole', role, evenUnproven } as const;
  const outcome = await changeStaff(parts, userId, command, { ...idsOf(request), evenLast });
  // Only now can the event be read: gateways that asked earlier ask again.
  if (!isRefusal(outcome)) parts.nc.publish(rolesChangedSubject(userId));
  return outcome;
};

export const changeRole = (parts: RoleParts): Handler =>
  handler(MESSAGES.changeRole, async (input, request) => {
    const outcome = await changeRoleOf(parts, { ...input, evenUnproven: false }, request);
    return isRefusal(outcome) ? outcome : changedAnswer(outcome);
  });
