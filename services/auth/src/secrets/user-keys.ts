// The users' data keys as this service uses them: which personal fields it seals.
import type { DataKey, DataKeys } from '@tradeium/service-kit';

export type PersonalField =
  | 'email'
  | 'username'
  | 'password'
  | 'device'
  | 'second-factor'
  | 'second-factor-setup'
  | 'access-token';

export type UserKey = DataKey<PersonalField>;
export type UserKeys = DataKeys<PersonalField>;
