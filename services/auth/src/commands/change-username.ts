// Changes a user together with the username: claims the new one first, and frees the old one afterwards.
import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal, type UserEvent } from '@tradeium/contracts';
import type { CommandIds } from '@tradeium/event-store';
import type { CommandOf } from '../domain/user.ts';
import { claimUsername, releaseUsername } from './claim-names.ts';
import type { CommandDependencies, Person, UserChange } from './dependencies.ts';

type ClaimParts = Pick<CommandDependencies, 'usernameClaims' | 'claimIds'>;
type Parts = ClaimParts & Pick<CommandDependencies, 'users' | 'emailClaims'>;
export type NameChange = NonNullable<CommandOf<'ChangeProfile'>['username']>;

/** The username that an event frees, with the claim to release; null when there is none. */
const unusedName = (event: UserEvent) => {
  if (event.type === 'UsernameGivenUp') return event.data;
  return event.type === 'UsernameChanged' ? (event.data.previous ?? null) : null;
};

/**
 * Frees the username that an event leaves unused. Taking it again comes after the event, so that is a
 * later claim, which this never touches, however late or often it runs.
 */
const releaseGivenUp = async (
  parts: ClaimParts,
  event: UserEvent,
  causedBy: Omit<CommandIds, 'commandId'> = {},
): Promise<Refusal | undefined> => {
  const unused = unusedName(event);
  if (unused === null) return undefined;
  const { userId } = event.data;
  const { username, claims } = unused;
  const ids = { commandId: `release:${userId}:${claims}`, ...causedBy };
  return releaseUsername(parts, { username, userId, claims }, ids);
};

/** The same later. Without the key the name is empty; but then the user is deleted, and the name is free anyway. */
export const releaseUnused = async (
  parts: ClaimParts & Pick<CommandDependencies, 'userKeys'>,
  event: UserEvent,
  causedBy: Omit<CommandIds, 'commandId'>,
): Promise<Refusal | undefined> => {
  const key = await parts.userKeys.find(event.data.userId);
  return key ? releaseGivenUp(parts, event, causedBy) : undefined;
};

const giveUp = async (
  { users, claimIds }: Parts,
  { user: { userId } }: Person,
  { username, claims }: Readonly<{ username: string; claims: number }>,
  correlationId: string,
): Promise<readonly UserEvent[]> => {
  const idOf = (name: string) => claimIds.ofUsername(name);
  const isFree: CommandOf<'GiveUpUsername'>['isFree'] = (newest) => idOf(newest.username) !== idOf(username);
  const outcome = await users.change(
    userId,
    { type: 'GiveUpUsername', username, claims, isFree },
    { commandId: `give-up:${randomUUID()}`, userId, correlationId },
  );
  return isRefusal(outcome) ? [] : outcome.events;
};

/**
 * Claims a name, writes the change, and frees the old name, or the new one if the change is refused and the user did
 * not get it otherwise. A crash in between leaves a claim that no other user can take and that the same
 * user can claim again.
 */
export const changeUsername = async (
  parts: Parts,
  person: Person,
  username: string,
  correlationId: string,
  write: (change: NameChange) => Promise<UserChange | Refusal>,
): Promise<UserChange | Refusal> => {
  const { usernameClaims, claimIds } = parts;
  const { user } = person;
  const oldId = claimIds.ofUsername(user.username);
  const { claims: oldClaims } = (await usernameClaims.load(oldId)).state;
  const claimed = await claimUsername(parts, { username, userId: user.userId }, correlationId);
  if (isRefusal(claimed)) return claimed;
  const isOtherName = oldId !== claimIds.ofUsername(username);
  const outcome = await write({
    nameChanges: user.nameChanges,
    to: username,
    previous: isOtherName ? { username: user.username, claims: oldClaims } : null,
  });
  // While it is unknown whether the change was written, the name stays claimed.
  if (isRefusal(outcome) && outcome.refused === 'SERVICE_UNAVAILABLE') return outcome;
  const events = isRefusal(outcome)
    ? await giveUp(parts, person, { username, claims: claimed.claims }, correlationId)
    : outcome.events;
  // If this fails, a reaction frees it.
  for (const event of events) await releaseGivenUp(parts, event);
  return outcome;
};
