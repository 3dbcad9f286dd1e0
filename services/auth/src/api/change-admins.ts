// Grants or revokes the admin role, for an operator on the bus; no route leads here.
import { MESSAGES, refuse, rolesChangedSubject } from '@tradeium/contracts';
import { answer, type Handler, handler, type RequestContext } from '@tradeium/service-kit';
import { changeUser } from '../commands/change-user.ts';
import type { RoleCommand } from '../domain/role-decisions.ts';
import { adminSources } from '../domain/roles.ts';
import type { Dependencies } from './dependencies.ts';
import { findUser } from './find-user.ts';

type Parts = Pick<
  Dependencies,
  'nc' | 'users' | 'userKeys' | 'claimIds' | 'emailClaims' | 'usernameClaims' | 'adminEmails'
>;

const changeAdmin = async (
  parts: Parts,
  command: RoleCommand,
  email: string,
  { commandId, correlationId }: RequestContext,
) => {
  const { nc, users, adminEmails } = parts;
  const { found } = await findUser(parts, email);
  if (!found) return refuse('NOT_FOUND');
  const { userId, email: address } = found.user;
  const outcome = await changeUser(users, userId, command, { commandId, correlationId });
  if (!outcome.ok) return outcome.refusal;
  // Only now can the event be read: gateways that asked earlier ask again.
  nc.publish(rolesChangedSubject(userId));
  const isAdmin = adminSources(outcome.state, address, adminEmails).length > 0;
  return answer(
    { user_id: userId, changed: outcome.events.length > 0, is_admin: isAdmin },
    { context: 'auth', sequence: outcome.sequence },
  );
};

export const grantAdmin = (parts: Parts): Handler =>
  handler(MESSAGES.grantAdmin, ({ email, evenUnproven }, request) =>
    changeAdmin(parts, { type: 'GrantRole', role: 'admin', evenUnproven }, email, request),
  );

export const revokeAdmin = (parts: Parts): Handler =>
  handler(MESSAGES.revokeAdmin, ({ email }, request) =>
    changeAdmin(parts, { type: 'RevokeRole', role: 'admin' }, email, request),
  );
