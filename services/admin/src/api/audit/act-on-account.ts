// Admins' actions on accounts: each route orders an action.
import { messageOf, type RouteName, refuse } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { act, finish, type Order } from '../../commands/act.ts';
import type { Dependencies } from '../dependencies.ts';

type Acting = Pick<Dependencies, 'actions' | 'client' | 'sealing'>;

/** Routes whose input is the account and the reason, perhaps with a confirmation. */
const PLAIN = {
  endUserSessions: 'end-sessions',
  lockUser: 'lock-account',
  unlockUser: 'unlock-account',
  resetUserSecondFactor: 'reset-second-factor',
  stopUserDeployments: 'stop-deployments',
} as const satisfies Partial<Record<RouteName, Order['kind']>>;

type PlainInput = {
  readonly id: string;
  readonly reason: string;
  readonly password?: string | undefined;
  readonly code?: string | undefined;
};

const plain = (name: keyof typeof PLAIN) => (parts: Acting) =>
  handler(messageOf(name), (input, request) => {
    const { id: subjectId, reason, ...confirmation }: PlainInput = input;
    return act(parts, { kind: PLAIN[name], details: {}, subjectId, reason, confirmation }, request);
  });

const VERIFIED_BY_HAND = 'Verified by hand';

const verifyUserEmail = (parts: Acting): Handler =>
  handler(messageOf('verifyUserEmail'), ({ id: subjectId, reason = VERIFIED_BY_HAND }, request) =>
    act(parts, { kind: 'verify-email', details: {}, subjectId, reason }, request),
  );

/** Without a reason the description is one. */
const grantCreditsToUser = (parts: Acting): Handler =>
  handler(messageOf('grantCreditsToUser'), async (input, request) => {
    const { id: subjectId, user_id, amount, description, reason = description, ...confirmation } = input;
    if (user_id !== subjectId)
      return refuse('INVALID_REQUEST', { problem: 'user_id: not the account of the address' });
    const order = { kind: 'grant-credits', details: { amount }, subjectId, reason, description } as const;
    return act(parts, { ...order, confirmation }, request);
  });

/** The operations of bought credits: only the payment provider takes these back. */
const PURCHASE = 'payment:';

const reverseUserGrant = (parts: Acting): Handler =>
  handler(messageOf('reverseUserGrant'), async (input, request) => {
    const { id: subjectId, grant, reason, ...confirmation } = input;
    if (grant.startsWith(PURCHASE)) return refuse('GRANT_NOT_FOUND');
    return act(
      parts,
      { kind: 'reverse-grant', details: { grant }, subjectId, reason, confirmation },
      request,
    );
  });

const resendUserMail = (parts: Acting): Handler =>
  handler(messageOf('resendUserMail'), ({ id: subjectId, mail, reason }, request) =>
    act(parts, { kind: 'resend-mail', details: { mail }, subjectId, reason }, request),
  );

const changeUserRole = (parts: Acting): Handler =>
  handler(messageOf('changeUserRole'), ({ id: subjectId, role, reason, ...confirmation }, request) =>
    act(parts, { kind: 'change-role', details: { role }, subjectId, reason, confirmation }, request),
  );

const finishAction = (parts: Acting): Handler =>
  handler(messageOf('finishAction'), ({ id }, request) => finish(parts, id, request));

/** One for each route. */
export const ACT_ON_ACCOUNT: readonly ((parts: Acting) => Handler)[] = [
  changeUserRole,
  plain('endUserSessions'),
  finishAction,
  grantCreditsToUser,
  plain('lockUser'),
  resendUserMail,
  plain('resetUserSecondFactor'),
  reverseUserGrant,
  plain('stopUserDeployments'),
  plain('unlockUser'),
  verifyUserEmail,
];
