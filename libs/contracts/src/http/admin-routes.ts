// Routes of administration: part of the contract, but most answer 501 until they are built.
import { z } from 'zod';
import { id, laterOutput, noInput, route } from './route.ts';

const later = { service: 'later', output: laterOutput } as const;
const page = { limit: z.coerce.number().optional(), offset: z.coerce.number().optional() };

export const ADMIN_ROUTES = {
  checkAdminAccess: route({
    method: 'GET',
    path: '/admin/check-access',
    tag: 'admin',
    service: 'gateway',
    summary: 'Whether the user is an admin',
    input: noInput,
    output: z.object({ has_access: z.boolean() }),
  }),
  getOverview: route({
    method: 'GET',
    path: '/admin/overview',
    tag: 'admin',
    auth: 'admin',
    summary: 'Key figures',
    input: noInput,
    ...later,
  }),
  listUsers: route({
    method: 'GET',
    path: '/admin/users',
    tag: 'admin',
    auth: 'admin',
    summary: 'Users with their usage',
    input: z.strictObject({ ...page, tier_filter: z.string().optional() }),
    ...later,
  }),
  listPayments: route({
    method: 'GET',
    path: '/admin/payments/all',
    tag: 'admin',
    auth: 'admin',
    summary: 'Payments',
    input: z.strictObject({ ...page, status_filter: z.string().optional() }),
    ...later,
  }),
  listTrading: route({
    method: 'GET',
    path: '/admin/trading',
    tag: 'admin',
    auth: 'admin',
    summary: 'Live trading by user',
    input: z.strictObject(page),
    ...later,
  }),
  verifyUserEmail: route({
    method: 'POST',
    path: '/admin/users/{id}/verify-email',
    tag: 'admin',
    auth: 'admin',
    summary: "Verify a user's email",
    input: z.strictObject({ id }),
    ...later,
  }),
  grantCreditsToUser: route({
    method: 'POST',
    path: '/admin/users/{id}/grant-credits',
    tag: 'admin',
    auth: 'admin',
    summary: 'Grant credits to a user',
    input: z.strictObject({ id, user_id: z.string(), amount: z.int(), description: z.string() }),
    ...later,
  }),
} as const;
