// Routes of access tokens, with which assistants from elsewhere use the tools in a user's name.
import { z } from 'zod';
import { secondFactorProof } from './auth-routes.ts';
import { NAME_ERRORS, newName } from './backtest-routes.ts';
import { id, namesEachOnce, noInput, route } from './route.ts';

/** The rights that a token can have; none allows trading, paying, or changing the account. */
export const ACCESS_SCOPES = ['read', 'edit', 'run'] as const;
export type AccessScope = (typeof ACCESS_SCOPES)[number];

export const ACCESS_TOKENS_MAX = 20;
/** For how many days a token may be made. */
export const ACCESS_TOKEN_DAYS = [30, 90, 365] as const;
/** Every token begins with it, so that programs that search for leaked secrets recognise it. */
export const ACCESS_TOKEN_PREFIX = 'tradeium_pat_';

export const accessScopes = z
  .array(z.enum(ACCESS_SCOPES))
  .min(1, 'ACCESS_SCOPE_REQUIRED')
  .max(3)
  .refine(namesEachOnce, 'ACCESS_SCOPE_REPEATED');

const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(ACCESS_SCOPES)),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Accurate to some minutes; null: never. */
  last_used_at: z.iso.datetime().nullable(),
});
export type AccessToken = z.infer<typeof accessToken>;

/** The settings of a new token. `code`: where logins ask for one. */
export const accessTokenForm = z.strictObject({
  name: newName,
  scopes: accessScopes,
  days: z.literal(ACCESS_TOKEN_DAYS),
  password: secondFactorProof.shape.password,
  code: secondFactorProof.shape.code.optional(),
});

/** One call of a tool by an outside assistant. */
const toolUse = z.object({
  id: z.string(),
  access_token_id: z.string(),
  tool: z.string(),
  /** The chat that it worked on; null for a tool that needs none. */
  chat_id: z.string().nullable(),
  used_at: z.iso.datetime(),
  failed: z.boolean(),
  cost_vut: z.number(),
});
export type ToolUse = z.infer<typeof toolUse>;
export const TOOL_USES_SHOWN_MAX = 50;

export const ACCESS_TOKEN_ROUTES = {
  listAccessTokens: route({
    method: 'GET',
    path: '/auth/access-tokens',
    tag: 'auth',
    service: 'auth',
    summary: "The user's access tokens that are valid, newest first; never the tokens themselves",
    input: noInput,
    output: z.array(accessToken).max(ACCESS_TOKENS_MAX),
  }),
  createAccessToken: route({
    method: 'POST',
    path: '/auth/access-tokens',
    tag: 'auth',
    service: 'auth',
    limits: ['requests', 'attempts'],
    isPaced: true,
    summary: 'Make an access token; its text is in this answer only',
    input: accessTokenForm,
    output: z.object({ token: z.string(), access_token: accessToken }),
    errors: [
      ...NAME_ERRORS,
      'ACCESS_SCOPE_REQUIRED',
      'ACCESS_SCOPE_REPEATED',
      'PASSWORD_REQUIRED',
      'PASSWORD_TOO_LONG',
      'CURRENT_PASSWORD_WRONG',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_WRONG',
      'TOO_MANY_LOGIN_ATTEMPTS',
      'TOO_MANY_ACCESS_TOKENS',
    ],
  }),
  revokeAccessToken: route({
    method: 'DELETE',
    path: '/auth/access-tokens/{id}',
    tag: 'auth',
    service: 'auth',
    summary: 'End an access token; its next use is refused',
    input: z.strictObject({ id }),
    output: z.object({ message: z.string() }),
    errors: ['ACCESS_TOKEN_NOT_FOUND'],
  }),
  listToolUses: route({
    method: 'GET',
    path: '/agents/tools/uses',
    tag: 'agents',
    service: 'agent',
    summary: 'The newest calls of tools by outside assistants, newest first, with what they cost',
    input: noInput,
    output: z.object({ uses: z.array(toolUse).max(TOOL_USES_SHOWN_MAX) }),
  }),
} as const;
