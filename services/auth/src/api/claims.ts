// Claims addresses and usernames for users, and takes over what deleted users have left behind.
import { randomUUID } from 'node:crypto';
import type { Refusal } from '@tradeium/contracts';
import { decideEmailClaim } from '../domain/email-claim.ts';
import { decideUsernameClaim } from '../domain/username-claim.ts';
import type { Dependencies } from './dependencies.ts';

/** Without the input, whose hash would be kept: a fast hash of an address must not exist anywhere. */
export type CommandIds = { readonly commandId: string; readonly correlationId: string };

type Claims = Pick<Dependencies, 'emailClaims' | 'usernameClaims' | 'claimIds' | 'users'>;

/** A claim whose user is deleted may be released by anyone, as to be deleted is final. */
const isDeleted = async ({ users }: Claims, userId: string): Promise<boolean> =>
  (await users.load(userId)).state.status === 'deleted';

/** The user that the address belongs to: a new one, or the one of an earlier registration. */
export const claimEmail = async (
  claims: Claims,
  email: string,
  ids: CommandIds,
): Promise<string | Refusal> => {
  const { emailClaims, claimIds } = claims;
  const id = claimIds.ofEmail(email);
  const { userId: owner } = (await emailClaims.load(id)).state;
  if (owner !== null && (await isDeleted(claims, owner))) {
    const released = await emailClaims.execute(id, { commandId: `release:${owner}` }, (claim) =>
      decideEmailClaim({ type: 'ReleaseEmail', userId: owner }, claim),
    );
    if (!released.ok) return released.refusal;
  }
  const command = { type: 'ClaimEmail', userId: randomUUID() } as const;
  const outcome = await emailClaims.execute(id, ids, (claim) => decideEmailClaim(command, claim));
  return outcome.ok ? (outcome.state.userId ?? command.userId) : outcome.refusal;
};

/** A username that is now the user's own; `claims` tells a release that this claim is meant. */
export type ClaimedUsername = { readonly claims: number };

/** Claims a username for a user; USERNAME_TAKEN when another one has it. Each call is a claim of its own. */
export const claimUsername = async (
  claims: Claims,
  { username, userId }: Readonly<{ username: string; userId: string }>,
  correlationId: string,
): Promise<ClaimedUsername | Refusal> => {
  const { usernameClaims, claimIds } = claims;
  const id = claimIds.ofUsername(username);
  const { userId: owner } = (await usernameClaims.load(id)).state;
  if (owner !== null && owner !== userId && (await isDeleted(claims, owner))) {
    const refusal = await releaseUsername(claims, { username, userId: owner }, `release:${owner}`);
    if (refusal) return refusal;
  }
  const command = { commandId: `claim:${randomUUID()}`, correlationId };
  const outcome = await usernameClaims.execute(id, command, (claim) =>
    decideUsernameClaim({ type: 'ClaimUsername', userId }, claim),
  );
  return outcome.ok ? { claims: outcome.state.claims } : outcome.refusal;
};

/** Frees a username that a user has given up, unless he has claimed it again since (`claims`). */
export const releaseUsername = async (
  { usernameClaims, claimIds }: Pick<Claims, 'usernameClaims' | 'claimIds'>,
  release: Readonly<{ username: string; userId: string; claims?: number }>,
  commandId: string,
): Promise<Refusal | undefined> => {
  const { username, ...command } = release;
  const outcome = await usernameClaims.execute(claimIds.ofUsername(username), { commandId }, (claim) =>
    decideUsernameClaim({ type: 'ReleaseUsername', ...command }, claim),
  );
  return outcome.ok ? undefined : outcome.refusal;
};
