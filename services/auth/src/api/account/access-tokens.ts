// The access tokens of the signed-in user: listing, creating and revoking them; and finding a token's owner.

import {
  ACCESS_SCOPES,
  type AccessScope,
  type AccessToken as Entry,
  isRefusal,
  MESSAGES,
  messageOf,
  refuse,
} from '@tradeium/contracts';
import {
  answer,
  fromAggregates,
  type Handler,
  handler,
  type RequestContext,
  userHandler,
} from '@tradeium/service-kit';
import { loadPerson } from '../../commands/load-person.ts';
import {
  type AccessToken,
  isTokenUseWorthNoting,
  validToken,
  validTokens,
} from '../../domain/access-tokens.ts';
import { drawAccessToken } from '../../secrets/access-tokens.ts';
import { checkCode } from '../checks/code-check.ts';
import { checkPassword } from '../checks/password-check.ts';
import { userOutput } from '../checks/user-output.ts';
import type { Dependencies } from '../dependencies.ts';

/** A scope from before that no longer exists allows nothing. */
const scopesOf = ({ scopes }: Pick<AccessToken, 'scopes'>): AccessScope[] =>
  ACCESS_SCOPES.filter((scope) => scopes.includes(scope));

const entryOf = (token: AccessToken): Entry => ({
  id: token.tokenId,
  name: token.name,
  scopes: scopesOf(token),
  created_at: token.createdAt,
  expires_at: token.expiresAt,
  last_used_at: token.usedAt,
});

export const listAccessTokens = ({
  users,
  userKeys,
  now,
}: Pick<Dependencies, 'users' | 'userKeys' | 'now'>): Handler =>
  fromAggregates(
    userHandler(messageOf('listAccessTokens'), async (_input, userId) => {
      const { user, key } = await loadPerson({ users, userKeys }, userId);
      if (user.status !== 'registered' || !key) return refuse('UNAUTHORIZED');
      const valid = validTokens(user.accessTokens, now().toISOString());
      return answer(valid.map(entryOf).reverse());
    }),
  );

export const createAccessToken = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('createAccessToken'), async (input, userId, { commandId, correlationId }) => {
    const { users, userKeys, now } = dependencies;
    const { user, key } = await loadPerson({ users, userKeys }, userId);
    if (user.status !== 'registered' || !key) return refuse('UNAUTHORIZED');
    const person = { user, key };
    const isRight = await checkPassword(dependencies, person, input.password);
    if (isRefusal(isRight)) return isRight;
    if (!isRight) return refuse('CURRENT_PASSWORD_WRONG');
    const proof = await checkCode(dependencies, person, input.code);
    if (isRefusal(proof)) return proof;
    const { text, tokenId } = drawAccessToken(userId);
    const command = {
      type: 'CreateAccessToken',
      tokenId,
      name: input.name,
      scopes: ACCESS_SCOPES.filter((scope) => input.scopes.includes(scope)),
      days: input.days,
      passwordHash: user.passwordHash,
      proof,
    } as const;
    const outcome = await users.change(
      userId,
      { ...command, scopes: [...command.scopes] },
      {
        commandId,
        userId,
        correlationId,
      },
    );
    if (isRefusal(outcome)) return outcome;
    const made = outcome.state.status === 'registered' ? outcome.state.accessTokens : [];
    const token = validToken(made, tokenId, now().toISOString());
    // A command that is sent again has nothing to show a second time.
    if (!token) return refuse('COMMAND_ID_REUSED');
    return answer({ token: text, access_token: entryOf(token) }, outcome.written);
  });

export const revokeAccessToken = ({ users, now }: Pick<Dependencies, 'users' | 'now'>): Handler =>
  userHandler(messageOf('revokeAccessToken'), async ({ id }, userId, { commandId, correlationId }) => {
    const { state: user } = await users.load(userId);
    const tokens = user.status === 'registered' ? user.accessTokens : [];
    const isKnown = validToken(tokens, id, now().toISOString()) !== undefined;
    const command = { type: 'RevokeAccessToken', tokenId: id } as const;
    const outcome = await users.change(userId, command, {
      commandId,
      userId,
      correlationId,
      input: { id },
    });
    if (isRefusal(outcome)) return outcome;
    if (!isKnown && !outcome.isRepeated) return refuse('ACCESS_TOKEN_NOT_FOUND');
    return answer({ message: 'The access token is revoked' }, outcome.written);
  });

/** In the background. If it fails, the next use is recorded instead. */
const noteUse = (
  { users, log }: Pick<Dependencies, 'users' | 'log'>,
  userId: string,
  tokenId: string,
  { correlationId }: RequestContext,
): void => {
  const ids = { commandId: `use:${correlationId}`, userId, correlationId };
  const noting = users.change(userId, { type: 'UseAccessToken', tokenId }, ids);
  void noting.catch((error: unknown) =>
    log.warn({ err: error, userId }, 'the use of an access token was not noted'),
  );
};

/** Reads the aggregate, as `getSession` does: a token that was revoked a moment ago opens nothing. */
export const getAccess = (dependencies: Pick<Dependencies, 'users' | 'userKeys' | 'log' | 'now'>): Handler =>
  fromAggregates(
    handler(MESSAGES.getAccess, async ({ token_id: tokenId }, request) => {
      const { users, userKeys, now } = dependencies;
      const { userId } = request;
      if (userId === undefined) return answer({ access: null });
      const { user, key } = await loadPerson({ users, userKeys }, userId);
      if (user.status !== 'registered' || !key) return answer({ access: null });
      const at = now().toISOString();
      const token = validToken(user.accessTokens, tokenId, at);
      if (!token || scopesOf(token).length === 0) return answer({ access: null });
      if (isTokenUseWorthNoting(token, at)) noteUse(dependencies, userId, tokenId, request);
      return answer({ access: { user: userOutput(user), scopes: scopesOf(token) } });
    }),
  );
