// The words of users in the events of accounts, and how events from before they were declared hold them.
import type { OpenField, RawEvent } from './event.ts';

/**
 * The words of users, and what a reader gets of them after an erasure. Hashes of passwords and the secret of the second
 * factor are no words: auth seals them by hand, so that no other reader of events ever has them open.
 */
export const USER_WORDS = {
  UserRegistered: { email: '', username: '' },
  UsernameChanged: { username: '', previous: undefined },
  UsernameGivenUp: { username: '' },
  SessionStarted: { device: null },
  AccessTokenCreated: { name: '' },
} as const;

/** Each word by event and field, with the name that it was sealed under when auth sealed words by hand. */
const SEALED_AS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  UserRegistered: { email: 'email', username: 'username' },
  UsernameChanged: { username: 'username' },
  UsernameGivenUp: { username: 'username' },
  SessionStarted: { device: 'device' },
  AccessTokenCreated: { name: 'access-token' },
};

const openAll = (
  data: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
  open: OpenField,
): Record<string, unknown> => {
  const opened = Object.entries(data).map(([field, value]) => {
    const name = names[field];
    return [field, name !== undefined && typeof value === 'string' ? open(name, value) : value];
  });
  return Object.fromEntries(opened);
};

/** Opens the words of an event that auth sealed by hand, one by one. */
export const openUserWords = ({ type, data }: RawEvent, open: OpenField): RawEvent => {
  const opened = openAll(data, SEALED_AS[type] ?? {}, open);
  const { previous } = opened;
  if (type === 'UsernameChanged' && typeof previous === 'object' && previous !== null)
    opened.previous = openAll({ ...previous }, { username: 'username' }, open);
  return { type, data: opened };
};
