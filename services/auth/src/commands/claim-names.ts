// Claims addresses and usernames for users, releases them, and takes over those of deleted users.
import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal } from '@tradeium/contracts';
import type { CommandIds } from '@tradeium/event-store';
import { usernameCandidates } from '../domain/login-name.ts';
import type { CommandDependencies } from './dependencies.ts';

type Claims = Pick<CommandDependencies, 'emailClaims' | 'usernameClaims' | 'claimIds' | 'users'>;
type EmailClaims = Pick<Claims, 'emailClaims' | 'claimIds'>;
type UsernameClaims = Pick<Claims, 'usernameClaims' | 'claimIds'>;

/** A claim whose user is deleted may be released by anyone: deletion is final. */
const isDeleted = async ({ users }: Claims, userId: string): Promise<boolean> =>
  (await users.load(userId)).state.status === 'deleted';

/** The user that an address belongs to; null for none. */
export const ownerOfEmail = async (
  { emailClaims, claimIds }: EmailClaims,
  email: string,
): Promise<string | null> => (await emailClaims.load(claimIds.ofEmail(email))).state.userId;

/** Frees the address of a deleted user. */
export const releaseEmail = async (
  { emailClaims, claimIds }: EmailClaims,
  { email, userId }: Readonly<{ email: string; userId: string }>,
  ids: CommandIds,
): Promise<Refusal | undefined> => {
  const outcome = await emailClaims.change(claimIds.ofEmail(email), { type: 'ReleaseEmail', userId }, ids);
  return isRefusal(outcome) ? outcome : undefined;
};

/** The address's user: a new one, or that of an earlier registration. */
export const claimEmail = async (
  claims: Claims,
  email: string,
  ids: CommandIds,
): Promise<string | Refusal> => {
  const { emailClaims, claimIds } = claims;
  const owner = await ownerOfEmail(claims, email);
  if (owner !== null) {
    if (!(await isDeleted(claims, owner))) return owner;
    const refusal = await releaseEmail(claims, { email, userId: owner }, { commandId: `release:${owner}` });
    if (refusal) return refusal;
  }
  const command = { type: 'ClaimEmail', userId: randomUUID() } as const;
  const outcome = await emailClaims.change(claimIds.ofEmail(email), command, ids);
  return isRefusal(outcome) ? outcome : (outcome.state.userId ?? command.userId);
};

/** Frees a username that its user has given up, unless the same user has claimed it again since (`claims`). */
export const releaseUsername = async (
  { usernameClaims, claimIds }: UsernameClaims,
  { username, ...release }: Readonly<{ username: string; userId: string; claims?: number }>,
  ids: CommandIds,
): Promise<Refusal | undefined> => {
  const outcome = await usernameClaims.change(
    claimIds.ofUsername(username),
    { type: 'ReleaseUsername', ...release },
    ids,
  );
  return isRefusal(outcome) ? outcome : undefined;
};

/** A username that belongs to the user now; `claims` identifies the claim for a release. */
export type ClaimedUsername = { readonly claims: number };

/** Claims a username for a user; USERNAME_TAKEN when another user has it. Each call is a separate claim. */
export const claimUsername = async (
  claims: Claims,
  { username, userId }: Readonly<{ username: string; userId: string }>,
  correlationId: string | undefined,
): Promise<ClaimedUsername | Refusal> => {
  const { usernameClaims, claimIds } = claims;
  const id = claimIds.ofUsername(username);
  const { userId: owner } = (await usernameClaims.load(id)).state;
  if (owner !== null && owner !== userId && (await isDeleted(claims, owner))) {
    const release = { username, userId: owner };
    const refusal = await releaseUsername(claims, release, { commandId: `release:${owner}` });
    if (refusal) return refusal;
  }
  const ids = { commandId: `claim:${randomUUID()}`, correlationId };
  const outcome = await usernameClaims.change(id, { type: 'ClaimUsername', userId }, ids);
  return isRefusal(outcome) ? outcome : { claims: outcome.state.claims };
};

/** A username that is free, claimed for the user. */
export const claimFreeUsername = async (
  claims: Claims,
  { email, userId }: Readonly<{ email: string; userId: string }>,
  correlationId: string,
): Promise<string | Refusal> => {
  for (const username of usernameCandidates(email, userId)) {
    const claimed = await claimUsername(claims, { username, userId }, correlationId);
    if (!isRefusal(claimed)) return username;
    if (claimed.refused !== 'USERNAME_TAKEN') return claimed;
  }
  throw new Error('every username that was tried is taken');
};
