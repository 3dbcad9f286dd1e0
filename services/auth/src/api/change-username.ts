// Changes what belongs to a user together with his name: claims the new one first, and frees the old one after.
import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal, type UserEvent } from '@tradeium/contracts';
import type { Outcome } from '@tradeium/event-store';
import type { User } from '../domain/user.ts';
import { decideUser, type UserCommand } from '../domain/user-commands.ts';
import type { UserKey } from '../secrets/user-keys.ts';
import { claimUsername, releaseUsername } from './claims.ts';
import type { Dependencies } from './dependencies.ts';
import type { Person } from './password-check.ts';

type ClaimParts = Pick<Dependencies, 'usernameClaims' | 'claimIds'>;
type Parts = ClaimParts & Pick<Dependencies, 'users' | 'emailClaims'>;
export type NameChange = NonNullable<Extract<UserCommand, { type: 'ChangeProfile' }>['username']>;

/**
 * Frees the name that an event says is not used any more. Whoever takes it again has read the user after the event,
 * so his claim is a later one, which this does not touch; however late and often it is called.
 */
export const releaseGivenUp = async (
  parts: ClaimParts,
  key: UserKey,
  event: UserEvent,
): Promise<Refusal | undefined> => {
  const unused =
    event.type === 'UsernameGivenUp'
      ? event.data
      : event.type === 'UsernameChanged'
        ? event.data.previous
        : undefined;
  if (!unused) return undefined;
  const { userId } = event.data;
  const { claims } = unused;
  const username = key.unseal('username', unused.username);
  return releaseUsername(parts, { username, userId, claims }, `release:${userId}:${claims}`);
};

const giveUp = async (
  { users, claimIds }: Parts,
  { user: { userId }, key }: Person,
  { username, claims }: Readonly<{ username: string; claims: number }>,
  correlationId: string,
): Promise<readonly UserEvent[]> => {
  const idOf = (name: string) => claimIds.ofUsername(name);
  const isFree: Extract<UserCommand, { type: 'GiveUpUsername' }>['isFree'] = (newest) =>
    idOf(key.unseal('username', newest.username)) !== idOf(username);
  const command = {
    type: 'GiveUpUsername',
    username: key.seal('username', username),
    claims,
    isFree,
  } as const;
  const ids = { commandId: `give-up:${randomUUID()}`, userId, correlationId };
  const outcome = await users.execute(userId, ids, (newest, now) => decideUser(command, newest, now));
  return outcome.ok ? outcome.events : [];
};

/**
 * Claims a name, has the change written, and frees the old name; or the new one, when the change is refused and the
 * user has not got it otherwise. A crash in between leaves the user with a claim that nobody else can have, and that
 * he can take again.
 */
export const changeUsername = async (
  parts: Parts,
  person: Person,
  username: string,
  correlationId: string,
  write: (change: NameChange) => Promise<Outcome<User, UserEvent>>,
): Promise<Outcome<User, UserEvent>> => {
  const { usernameClaims, claimIds } = parts;
  const { user, key } = person;
  const oldId = claimIds.ofUsername(key.unseal('username', user.username));
  const { claims: oldClaims } = (await usernameClaims.load(oldId)).state;
  const claimed = await claimUsername(parts, { username, userId: user.userId }, correlationId);
  if (isRefusal(claimed)) return { ok: false, refusal: claimed };
  const isOtherName = oldId !== claimIds.ofUsername(username);
  const outcome = await write({
    nameChanges: user.nameChanges,
    to: key.seal('username', username),
    previous: isOtherName ? { username: user.username, claims: oldClaims } : null,
  });
  // When nobody can tell whether the change was written, the name stays claimed.
  if (!outcome.ok && outcome.refusal.refused === 'SERVICE_UNAVAILABLE') return outcome;
  const events = outcome.ok
    ? outcome.events
    : await giveUp(parts, person, { username, claims: claimed.claims }, correlationId);
  // What is not freed now is freed by a reaction.
  for (const event of events) await releaseGivenUp(parts, key, event);
  return outcome;
};
