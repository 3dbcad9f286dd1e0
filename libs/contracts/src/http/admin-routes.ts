// Routes of administration. Operators of both roles read; those with the role `admin` also act, each time with a reason.
import { z } from 'zod';
import { PAYMENT_STATUSES } from '../constants.ts';
import { ACTION_KINDS } from '../events/admin.ts';
import { OPERATOR_ROLES } from '../messages/operator-messages.ts';
import {
  actionAnswer,
  adminAction,
  adminMetrics,
  adminOrder,
  adminOverview,
  adminPayment,
  adminRun,
  adminTrader,
  adminUsage,
  adminUser,
  adminUserPage,
  jobProgress,
  ledgerLine,
  listOf,
  operatorAction,
  searchHit,
  storageRow,
  systemState,
  timelineEntry,
} from './admin-shapes.ts';
import { CONTROL_CHARACTERS, hasLinesOnly, isOneLine } from './control-characters.ts';
import { day } from './day.ts';
import { ENDS, id, noInput, route } from './route.ts';

const LIMIT_MAX = 500;
const OFFSET_MAX = 100_000;

/** A page: by offset, or from a cursor (empty: the first page). Rows that tie in the order are ordered by id. */
const page = {
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(100),
  offset: z.coerce.number().int().min(0).max(OFFSET_MAX).default(0),
  cursor: z.string().max(300).optional(),
};
const direction = z.enum(['asc', 'desc']).optional();
/** Matches what begins with it (an id, an email address or a username) or equals it. */
const search = z.string().trim().max(254).optional();
const flag = z.enum(['true', 'false']).optional();

const usersFilter = {
  search,
  tier_filter: z.string().max(40).optional(),
  verified: flag,
  locked: flag,
  role: z.enum(OPERATOR_ROLES).optional(),
  sort: z
    .enum(['created_at', 'email', 'username', 'vut_credits', 'tokens_used_total', 'last_seen_at'])
    .optional(),
  direction,
};
const paymentsFilter = {
  search,
  status_filter: z.enum(PAYMENT_STATUSES).optional(),
  user_id: id.optional(),
  sort: z.enum(['created_at', 'amount_usd', 'confirmed_at']).optional(),
  direction,
};
const tradingFilter = {
  search,
  active: flag,
  sort: z.enum(['last_rebalance_at', 'total_portfolio_value', 'total_return_percent']).optional(),
  direction,
};
const auditFilter = {
  user_id: id.optional(),
  actor_id: id.optional(),
  kind: z.enum(ACTION_KINDS).optional(),
  state: z.enum(['ordered', 'completed', 'refused']).optional(),
  direction,
};

const reading = { tag: 'admin', auth: 'support', service: 'admin', method: 'GET' } as const;

const reason = z
  .string('REASON_REQUIRED')
  .trim()
  .min(1, 'REASON_REQUIRED')
  .max(500, 'REASON_TOO_LONG')
  .refine(hasLinesOnly, CONTROL_CHARACTERS);
/** The id of an operation of the ledger: never free text, which nobody could erase. */
const grantId = z
  .string()
  .max(200, 'GRANT_NOT_FOUND')
  .regex(/^[A-Za-z0-9.:_-]+$/, 'GRANT_NOT_FOUND');
/** The operator's own password, or code where the second factor is on. */
const confirmation = { password: z.string().max(256).optional(), code: z.string().max(40).optional() };

const acting = {
  method: 'POST',
  tag: 'admin',
  auth: 'admin',
  service: 'admin',
  output: actionAnswer,
  errors: ['FORBIDDEN', 'REASON_REQUIRED', 'REASON_TOO_LONG', 'USER_NOT_FOUND', 'COMMAND_ID_REUSED'],
} as const;
const confirmed = [...acting.errors, 'CONFIRMATION_REQUIRED', 'CONFIRMATION_WRONG', 'OWN_ACCOUNT'] as const;

/** Up to this many VUT a grant needs no second confirmation. */
export const GRANT_UNCONFIRMED_MAX_VUT = 100_000;
export const GRANT_MAX_VUT = 10_000_000;
const grantAmount = z
  .int('GRANT_AMOUNT_INVALID')
  .min(1, 'GRANT_AMOUNT_INVALID')
  .max(GRANT_MAX_VUT, 'GRANT_AMOUNT_INVALID');

export const ADMIN_ROUTES = {
  checkAdminAccess: route({
    method: 'GET',
    path: '/admin/check-access',
    tag: 'admin',
    service: 'gateway',
    summary: 'Whether the user is an operator, and with which role',
    input: noInput,
    output: z.object({ has_access: z.boolean(), role: z.enum(OPERATOR_ROLES).nullable() }),
  }),
  getOverview: route({
    ...reading,
    path: '/admin/overview',
    summary: 'Key figures',
    input: noInput,
    output: adminOverview,
  }),
  getUsage: route({
    ...reading,
    path: '/admin/usage',
    summary: 'Tokens used, and who uses most',
    input: noInput,
    output: adminUsage,
  }),
  getMetrics: route({
    ...reading,
    path: '/admin/metrics',
    summary:
      'Figures by hour or day (UTC), both ends of the range included: at most 31 days by hour, 731 by day',
    input: z.strictObject({ from: day, to: day, step: z.enum(['hour', 'day']).default('day') }),
    output: adminMetrics,
    errors: ['DATE_INVALID', 'DATE_NOT_IN_CALENDAR', 'DATE_RANGE_INVALID', 'METRICS_RANGE_TOO_LONG'],
  }),
  listUsers: route({
    ...reading,
    path: '/admin/users',
    summary: 'Users with their usage',
    input: z.strictObject({ ...page, ...usersFilter }),
    output: listOf(adminUser),
    errors: ['LIST_PLACE_INVALID'],
  }),
  listPayments: route({
    ...reading,
    path: '/admin/payments/all',
    summary: 'Payments',
    input: z.strictObject({ ...page, ...paymentsFilter }),
    output: listOf(adminPayment),
    errors: ['LIST_PLACE_INVALID'],
  }),
  listTrading: route({
    ...reading,
    path: '/admin/trading',
    summary: 'Live trading by user',
    input: z.strictObject({ ...page, ...tradingFilter }),
    output: listOf(adminTrader),
    errors: ['LIST_PLACE_INVALID'],
  }),
  listAllRuns: route({
    ...reading,
    path: '/admin/runs',
    summary: 'Backtests, newest first',
    input: z.strictObject({
      ...page,
      search,
      user_id: id.optional(),
      status: z.enum(['running', 'completed', 'failed']).optional(),
    }),
    output: listOf(adminRun),
    errors: ['LIST_PLACE_INVALID'],
  }),
  listAllOrders: route({
    ...reading,
    path: '/admin/orders',
    summary: 'Orders that went out, newest first',
    input: z.strictObject({
      ...page,
      search,
      user_id: id.optional(),
      status: z.enum(['sent', 'filled', 'partly-filled', 'rejected', 'unknown']).optional(),
    }),
    output: listOf(adminOrder),
    errors: ['LIST_PLACE_INVALID'],
  }),
  listAudit: route({
    ...reading,
    path: '/admin/audit',
    summary: 'What operators did, newest first',
    input: z.strictObject({ ...page, ...auditFilter }),
    output: listOf(adminAction),
    errors: ['LIST_PLACE_INVALID'],
  }),
  exportList: route({
    ...reading,
    path: '/admin/exports/{list}',
    service: 'gateway',
    response: 'file',
    summary: 'A list with its filters as CSV; the last line has the number of rows',
    input: z.strictObject({
      list: z.enum(['users', 'payments', 'trading', 'audit']),
      /** The filters of the list, as its route takes them. */
      search,
      tier_filter: usersFilter.tier_filter,
      verified: flag,
      locked: flag,
      role: usersFilter.role,
      status_filter: paymentsFilter.status_filter,
      user_id: id.optional(),
      active: flag,
      actor_id: id.optional(),
      kind: auditFilter.kind,
      state: auditFilter.state,
      sort: z.string().max(40).optional(),
      direction,
    }),
    output: z.unknown(),
  }),
  searchEverything: route({
    ...reading,
    path: '/admin/search',
    summary:
      'Users, payments, runs, orders, deployments and actions whose id, address or name begins with the text',
    input: z.strictObject({ q: z.string().trim().min(1).max(254) }),
    output: z.object({ hits: z.array(searchHit).max(50) }),
  }),
  getUser: route({
    ...reading,
    path: '/admin/users/{id}',
    summary: 'Everything about one account but its lists',
    input: z.strictObject({ id }),
    output: adminUserPage,
    errors: ['USER_NOT_FOUND'],
  }),
  getUserTimeline: route({
    ...reading,
    path: '/admin/users/{id}/timeline',
    summary: 'What happened to an account, in all contexts, newest first',
    input: z.strictObject({ id, limit: page.limit, cursor: z.string().max(300).default('') }),
    output: z.object({ items: z.array(timelineEntry), next_cursor: z.string().nullable() }),
    errors: ['LIST_PLACE_INVALID'],
  }),
  getUserLedger: route({
    ...reading,
    path: '/admin/users/{id}/ledger',
    summary: "An account's ledger entries, newest first",
    input: z.strictObject({ id, limit: page.limit, cursor: z.string().max(300).default('') }),
    output: z.object({ items: z.array(ledgerLine), next_cursor: z.string().nullable() }),
    errors: ['LIST_PLACE_INVALID'],
  }),
  verifyUserEmail: route({
    ...acting,
    path: '/admin/users/{id}/verify-email',
    summary: "Verify a user's email",
    input: z.strictObject({ id, reason: reason.optional() }),
    errors: [...acting.errors, 'EMAIL_ALREADY_VERIFIED'],
  }),
  grantCreditsToUser: route({
    ...acting,
    path: '/admin/users/{id}/grant-credits',
    summary: 'Grant credits to a user',
    input: z.strictObject({
      id,
      user_id: id,
      amount: grantAmount,
      description: z.string().trim().min(1).max(200).refine(isOneLine, CONTROL_CHARACTERS),
      reason: reason.optional(),
      ...confirmation,
    }),
    errors: [...confirmed, 'GRANT_AMOUNT_INVALID', 'ACCOUNT_CLOSED'],
  }),
  reverseUserGrant: route({
    ...acting,
    path: '/admin/users/{id}/reverse-grant',
    summary: 'Take a grant back; what of it is in use is owed',
    input: z.strictObject({ id, grant: grantId, reason, ...confirmation }),
    errors: [...confirmed, 'GRANT_NOT_FOUND'],
  }),
  endUserSessions: route({
    ...acting,
    budgets: ENDS,
    path: '/admin/users/{id}/end-sessions',
    summary: 'End all sessions and revoke all access tokens of a user',
    input: z.strictObject({ id, reason }),
  }),
  lockUser: route({
    ...acting,
    budgets: ENDS,
    path: '/admin/users/{id}/lock',
    summary: 'Lock an account: no logins, no sessions, no rebalances',
    input: z.strictObject({ id, reason, ...confirmation }),
    errors: [...confirmed, 'LAST_ADMIN'],
  }),
  unlockUser: route({
    ...acting,
    path: '/admin/users/{id}/unlock',
    summary: 'Unlock an account; what ended stays ended',
    input: z.strictObject({ id, reason, ...confirmation }),
    errors: confirmed,
  }),
  resendUserMail: route({
    ...acting,
    path: '/admin/users/{id}/resend-mail',
    summary: 'Send a mail that verifies the address, or resets the password',
    input: z.strictObject({ id, mail: z.enum(['verification', 'password-reset']), reason }),
    errors: [...acting.errors, 'TOO_MANY_MAILS', 'EMAIL_ALREADY_VERIFIED', 'EMAIL_NOT_VERIFIED'],
  }),
  resetUserSecondFactor: route({
    ...acting,
    path: '/admin/users/{id}/reset-second-factor',
    summary: "Turn off a user's second factor",
    input: z.strictObject({ id, reason, ...confirmation }),
    errors: confirmed,
  }),
  stopUserDeployments: route({
    ...acting,
    budgets: ENDS,
    path: '/admin/users/{id}/stop-deployments',
    summary: "Stop all of a user's deployments",
    input: z.strictObject({ id, reason }),
  }),
  changeUserRole: route({
    ...acting,
    path: '/admin/users/{id}/role',
    summary: 'Give a role in place of any other, or take it',
    input: z.strictObject({ id, role: z.enum(OPERATOR_ROLES).nullable(), reason, ...confirmation }),
    errors: [...confirmed, 'LAST_ADMIN', 'ACCOUNT_LOCKED', 'EMAIL_NOT_VERIFIED', 'ADDRESS_NOT_PROVEN'],
  }),
  finishAction: route({
    ...acting,
    path: '/admin/audit/{id}/finish',
    summary: 'Send the command of an action again whose end is not on disk; it is done once at most',
    input: z.strictObject({ id }),
    errors: ['FORBIDDEN', 'ACTION_NOT_FOUND', 'OWN_ACCOUNT', 'ORDER_OUTDATED', 'JOB_INTERRUPTED'],
  }),
  getSystem: route({
    ...reading,
    path: '/admin/system',
    summary: 'What the system is doing, and what is stuck',
    input: noInput,
    output: systemState,
  }),
  listStorage: route({
    ...reading,
    path: '/admin/system/storage',
    summary: 'Storage by user, largest first',
    input: z.strictObject(page),
    output: listOf(storageRow),
    errors: ['LIST_PLACE_INVALID'],
  }),
  retryParkedEvents: route({
    ...acting,
    path: '/admin/system/retry',
    summary: 'Retry the parked events of a service',
    input: z.strictObject({ service: z.string().max(40), reason }),
    output: actionAnswer.extend({ handled: z.int(), remaining: z.int() }),
    errors: ['FORBIDDEN', 'REASON_REQUIRED', 'NOT_FOUND'],
  }),
  rebuildProjection: route({
    ...acting,
    path: '/admin/system/rebuild',
    response: 'events',
    events: { perUserMax: 2, onReaderGone: 'cancel' },
    summary: 'Rebuild a read model while the live one is served; stops when its reader leaves',
    input: z.strictObject({ service: z.string().max(40), name: z.string().max(50), reason }),
    output: jobProgress,
    errors: ['FORBIDDEN', 'REASON_REQUIRED', 'READ_MODEL_UNKNOWN', 'STREAM_EXPIRED', 'JOB_CANCELLED'],
  }),
  verifyLedger: route({
    ...acting,
    path: '/admin/system/verify-ledger',
    response: 'events',
    events: { perUserMax: 1, onReaderGone: 'cancel' },
    summary: 'Audit the books: every account, every purchase, every run; stops when its reader leaves',
    input: z.strictObject({ reason }),
    output: jobProgress,
    errors: ['FORBIDDEN', 'REASON_REQUIRED', 'STREAM_EXPIRED', 'JOB_CANCELLED'],
  }),
  listOperatorActions: route({
    method: 'GET',
    path: '/api/account/operator-actions',
    tag: 'account',
    service: 'admin',
    summary: 'What operators did to the account, newest first: at most 100',
    input: noInput,
    output: z.array(operatorAction).max(100),
  }),
} as const;
