// A user's access tokens: their creation, what they allow, and when they end.
import { ACCESS_TOKENS_MAX, isRefusal, type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import { type CodeProof, type Owner, usesOf } from './second-factor.ts';

type DataOf<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>['data'];

export type AccessToken = Omit<DataOf<'AccessTokenCreated'>, 'userId'> & {
  /** Accurate to some minutes; null: never. */
  readonly usedAt: string | null;
};

export type AccessTokenEvent = Extract<
  UserEvent,
  { type: 'AccessTokenCreated' | 'AccessTokenUsed' | 'AccessTokensRevoked' }
>;

export type AccessTokenCommand =
  | ({
      readonly type: 'CreateAccessToken';
      readonly days: number;
      /** The hash against which the password was checked. */
      readonly passwordHash: string;
      readonly proof: CodeProof | null;
    } & Pick<AccessToken, 'tokenId' | 'name' | 'scopes'>)
  | { readonly type: 'UseAccessToken'; readonly tokenId: string }
  | { readonly type: 'RevokeAccessToken'; readonly tokenId: string };

type Holder = Owner & { readonly accessTokens: readonly AccessToken[] };

const DAY_MS = 86_400_000;
const NOTE_USE_AFTER_MS = 5 * 60_000;

/** Those that still open anything at `now` (ISO 8601), oldest first. */
export const validTokens = (tokens: readonly AccessToken[], now: string): readonly AccessToken[] =>
  tokens.filter(({ expiresAt }) => now < expiresAt);

export const validToken = (
  tokens: readonly AccessToken[],
  tokenId: string,
  now: string,
): AccessToken | undefined => validTokens(tokens, now).find((token) => token.tokenId === tokenId);

/** True if a use at `now` is worth an event: one every few minutes is enough to notice an unused token. */
export const isTokenUseWorthNoting = ({ usedAt }: AccessToken, now: string): boolean =>
  usedAt === null || Date.parse(now) - Date.parse(usedAt) >= NOTE_USE_AFTER_MS;

/** Folds one event into the tokens; expired ones leave with the next that is made. */
export const evolveAccessTokens = (
  tokens: readonly AccessToken[],
  { type, data }: AccessTokenEvent,
): readonly AccessToken[] => {
  switch (type) {
    case 'AccessTokenCreated': {
      const { userId: _, ...token } = data;
      return [...validTokens(tokens, data.createdAt), { ...token, usedAt: null }];
    }
    case 'AccessTokenUsed':
      return tokens.map((token) =>
        token.tokenId === data.tokenId ? { ...token, usedAt: data.usedAt } : token,
      );
    case 'AccessTokensRevoked':
      return tokens.filter(({ tokenId }) => !data.tokenIds.includes(tokenId));
  }
};

/** Ends all of them; nothing where there are none. */
export const revokeAll = (
  { userId, accessTokens }: Pick<Holder, 'userId' | 'accessTokens'>,
  reason: DataOf<'AccessTokensRevoked'>['reason'],
): UserEvent[] => {
  const tokenIds = accessTokens.map(({ tokenId }) => tokenId);
  return tokenIds.length === 0 ? [] : [{ type: 'AccessTokensRevoked', data: { userId, tokenIds, reason } }];
};

const create = (
  {
    tokenId,
    name,
    scopes,
    days,
    passwordHash,
    proof,
  }: Extract<AccessTokenCommand, { type: 'CreateAccessToken' }>,
  holder: Holder,
  now: string,
): UserEvent[] | Refusal => {
  const { userId, accessTokens } = holder;
  if (passwordHash !== holder.passwordHash) return refuse('CONCURRENT_CHANGE');
  if (validTokens(accessTokens, now).length >= ACCESS_TOKENS_MAX)
    return refuse('TOO_MANY_ACCESS_TOKENS', { limit: ACCESS_TOKENS_MAX });
  const uses = usesOf(holder, proof, now);
  if (isRefusal(uses)) return uses;
  const expiresAt = new Date(Date.parse(now) + days * DAY_MS).toISOString();
  const data = { userId, tokenId, name, scopes, createdAt: now, expiresAt };
  return [...uses, { type: 'AccessTokenCreated', data }];
};

/** Decides a command of a registered user at a time (ISO 8601). Revoking a token that is gone changes nothing. */
export const decideAccessTokens = (
  command: AccessTokenCommand,
  holder: Holder,
  now: string,
): UserEvent[] | Refusal => {
  if (command.type === 'CreateAccessToken') return create(command, holder, now);
  const { userId } = holder;
  const { tokenId } = command;
  const token = validToken(holder.accessTokens, tokenId, now);
  if (!token) return [];
  if (command.type === 'RevokeAccessToken')
    return [{ type: 'AccessTokensRevoked', data: { userId, tokenIds: [tokenId], reason: 'revoked' } }];
  return isTokenUseWorthNoting(token, now)
    ? [{ type: 'AccessTokenUsed', data: { userId, tokenId, usedAt: now } }]
    : [];
};
