// The keys of a local system: made once, stored in its home, readable by its owner only.
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUS_USERS, type BusUser } from '@tradeium/contracts';

/** Each is 32 random bytes in base64, unless the environment gives another. */
export const SECRET_NAMES = [
  'SESSION_SECRET',
  'MASTER_KEY',
  'CLAIM_KEY',
  'NOWPAYMENTS_API_KEY',
  'NOWPAYMENTS_IPN_SECRET',
  'EXCHANGE_TEST_SECRET',
] as const;

/** The secrets of each kind of process: its password at NATS, and the private key that it signs with. */
export const USER_SECRET_NAMES = ['NATS_PASSWORD', 'SIGNING_KEY'] as const;

type UserSecretName = `${BusUser}/${(typeof USER_SECRET_NAMES)[number]}`;
type SecretName = (typeof SECRET_NAMES)[number] | UserSecretName;
export type Secrets = Record<SecretName, string>;

/** An Ed25519 private key (PKCS 8, DER, base64). */
const freshSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');

/** How a new one of each secret is made. */
const MAKERS: ReadonlyMap<SecretName, () => string> = new Map<SecretName, () => string>([
  ...SECRET_NAMES.map((name) => [name, () => randomBytes(32).toString('base64')] as const),
  ...BUS_USERS.flatMap(
    (user) =>
      [
        [`${user}/NATS_PASSWORD`, () => randomBytes(32).toString('base64url')],
        [`${user}/SIGNING_KEY`, freshSigningKey],
      ] as const,
  ),
]);

/** All secrets: those that are there, and new ones for the others. */
export const completedSecrets = (kept: Partial<Secrets>): Secrets =>
  Object.fromEntries([...MAKERS].map(([name, make]) => [name, kept[name] ?? make()])) as Secrets;

/** Reads the secrets of this home and creates missing ones; the environment takes precedence. */
export const loadSecrets = async (home: string, env: NodeJS.ProcessEnv): Promise<Secrets> => {
  const file = join(home, 'secrets.json');
  const kept = await readKept(file);
  const secrets = completedSecrets(kept);
  if ([...MAKERS.keys()].some((name) => kept[name] === undefined)) await keep(file, secrets);
  for (const name of SECRET_NAMES) secrets[name] = env[name] || secrets[name];
  return secrets;
};

/** An unreadable file is an error, not a reason for new keys: data sealed with the old ones would be lost. */
const readKept = async (file: string): Promise<Partial<Secrets>> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Secrets>;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return {};
    throw new Error(`${file} cannot be read`, { cause });
  }
};

const keep = async (file: string, secrets: Secrets): Promise<void> => {
  await mkdir(join(file, '..'), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
};

const publicKeyOf = (signingKey: string): string => {
  const key = createPrivateKey({ key: Buffer.from(signingKey, 'base64'), format: 'der', type: 'pkcs8' });
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
};

/** The setting `SIGNING_PUBLIC_KEYS`: each kind of process with the public key to its signatures. */
export const publicKeysOf = (secrets: Secrets): string[] =>
  BUS_USERS.map((user) => `${user}:${publicKeyOf(secrets[`${user}/SIGNING_KEY`])}`);

/** The passwords of the users of NATS. */
export const natsPasswords = (secrets: Secrets): Record<BusUser, string> =>
  Object.fromEntries(BUS_USERS.map((user) => [user, secrets[`${user}/NATS_PASSWORD`]])) as Record<
    BusUser,
    string
  >;
