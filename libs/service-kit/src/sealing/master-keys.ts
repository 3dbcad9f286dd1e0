// The operator's master keys: the newest wraps data keys, the previous ones still unwrap what they wrapped.
import { z } from 'zod';
import { derivedKey } from './derived-key.ts';
import { keyIdOf, seal, sealingKey, unseal } from './sealed-text.ts';

/** Secrets of at least 32 characters, newest first. */
export type MasterSecrets = readonly [newest: string, ...previous: string[]];

const secret = z.string().min(32, 'needs at least 32 characters');

/** The variables that set the master keys, for a service that seals. */
export const masterKeyConfig = {
  /** Wraps data keys. Kept by the operator, drawn at random. */
  MASTER_KEY: secret,
  /** Master keys that wrapped data keys before, separated by commas, until all are rewrapped. */
  MASTER_KEY_PREVIOUS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((each) => each !== ''))
    .pipe(z.array(secret)),
};

export type MasterKeySettings = {
  readonly MASTER_KEY: string;
  readonly MASTER_KEY_PREVIOUS: readonly string[];
};

/** The master keys from these settings. */
export const masterSecretsOf = (config: MasterKeySettings): MasterSecrets => [
  config.MASTER_KEY,
  ...config.MASTER_KEY_PREVIOUS,
];

export type MasterKeys = {
  /** A data key in its storable form: readable only with the master key, and only for this subject. */
  wrap(subject: string, dataKey: Buffer): string;
  /** Throws when none of the master keys wrapped it, or when it was wrapped for another subject. */
  unwrap(subject: string, wrapped: string): Buffer;
  /** True if it names one of the master keys. */
  isKnown(wrapped: string): boolean;
  /** True if the newest master key wrapped it. */
  isCurrent(wrapped: string): boolean;
};

export const openMasterKeys = ([newest, ...previous]: MasterSecrets): MasterKeys => {
  const masterKeyOf = (secret: string) => sealingKey(derivedKey(secret, 'user-keys'));
  const current = masterKeyOf(newest);
  const all = [current, ...previous.map(masterKeyOf)];
  return {
    wrap: (subject, dataKey) => seal(current, [subject], dataKey),
    unwrap: (subject, wrapped) => unseal(all, [subject], wrapped),
    isKnown: (wrapped) => all.some(({ id }) => id === keyIdOf(wrapped)),
    isCurrent: (wrapped) => keyIdOf(wrapped) === current.id,
  };
};
