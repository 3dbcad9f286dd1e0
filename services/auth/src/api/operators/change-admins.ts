// Gives a role to the user with an address, or takes it, for the command line; no route leads here.
import { isRefusal, MESSAGES, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler, type RequestContext } from '@tradeium/service-kit';
import { roleOf } from '../../domain/roles.ts';
import { findUser } from '../checks/find-user.ts';
import type { Dependencies } from '../dependencies.ts';
import { changeRoleOf, type RoleChange, type RoleParts } from './change-role.ts';

type Parts = RoleParts & Pick<Dependencies, 'usernameClaims'>;

/** The command line may take even the last admin. */
const changeByAddress = async (
  parts: Parts,
  email: string,
  change: Pick<RoleChange, 'role' | 'evenUnproven'>,
  request: RequestContext,
) => {
  const { found } = await findUser(parts, email);
  if (!found) return refuse('NOT_FOUND');
  const { userId, email: address } = found.user;
  const outcome = await changeRoleOf(parts, { ...change, userId, evenLast: true }, request);
  if (isRefusal(outcome)) return outcome;
  const isAdmin = roleOf(outcome.state, address, parts.adminEmails) === 'admin';
  return answer({ user_id: userId, changed: outcome.events.length > 0, is_admin: isAdmin }, outcome.written);
};

export const grantAdmin = (parts: Parts): Handler =>
  handler(MESSAGES.grantAdmin, ({ email, ...change }, request) =>
    changeByAddress(parts, email, change, request),
  );

export const revokeAdmin = (parts: Parts): Handler =>
  handler(MESSAGES.revokeAdmin, ({ email }, request) =>
    changeByAddress(parts, email, { role: null, evenUnproven: false }, request),
  );
