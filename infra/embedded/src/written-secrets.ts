// The secrets of a deployment in containers, one file each, named like the settings that they are for.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BUS_USERS } from '@tradeium/contracts';
import { natsUsers } from '@tradeium/service-kit/nats-users';
import { exchangeTestKeys } from './exchange-test-keys.ts';
import { completedSecrets, natsPasswords, publicKeysOf, SECRET_NAMES, USER_SECRET_NAMES } from './secrets.ts';

/** Secrets that only servers in containers ask for. */
const SERVER_SECRETS = [
  'BLOBS_S3_ACCESS_KEY_ID',
  'BLOBS_S3_SECRET_ACCESS_KEY',
  'POSTGRES_PASSWORD',
  'MONGODB_PASSWORD',
] as const;

/** Empty in most deployments, but there: Kubernetes' pods name them. */
const MOSTLY_EMPTY = ['MASTER_KEY_PREVIOUS', 'NOWPAYMENTS_PASSWORD'] as const;

/** The group of the files may read them: processes in containers have other users than the one who writes these. */
const FILE_MODE = 0o640;
const DIRECTORY_MODE = 0o750;

const USER_FILES = BUS_USERS.flatMap((user) => USER_SECRET_NAMES.map((name) => `${user}/${name}` as const));

const found = async (path: string): Promise<string | undefined> => {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
};

/**
 * Writes every missing secret, and always what is derived from them: `SIGNING_PUBLIC_KEYS`, which keeps its older keys, and the
 * users of NATS in `nats/server.conf`, whose rights an upgrade may change. Returns the names of the new ones.
 */
export const writeSecrets = async (directory: string): Promise<string[]> => {
  const written: string[] = [];
  const write = async (name: string, content: string): Promise<void> => {
    const path = join(directory, name);
    await mkdir(dirname(path), { recursive: true, mode: DIRECTORY_MODE });
    await writeFile(path, content, { mode: FILE_MODE });
  };
  const kept = async (names: readonly string[]) =>
    Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await found(join(directory, name))] as const)),
    );
  const wanted = [...SECRET_NAMES, ...USER_FILES];
  const old: Record<string, string | undefined> = await kept([...wanted, ...SERVER_SECRETS, ...MOSTLY_EMPTY]);
  const secrets = completedSecrets(old);
  const random = () => randomBytes(24).toString('hex');
  const all = [
    ...wanted.map((name) => [name, secrets[name]] as const),
    ...SERVER_SECRETS.map((name) => [name, old[name] ?? random()] as const),
  ];
  for (const [name, value] of all) {
    if (old[name] !== undefined) continue;
    await write(name, value);
    written.push(name);
  }
  for (const name of MOSTLY_EMPTY) if (old[name] === undefined) await write(name, '');
  const keys = (await found(join(directory, 'SIGNING_PUBLIC_KEYS')))?.split(/\s+/) ?? [];
  await write('SIGNING_PUBLIC_KEYS', [...new Set([...publicKeysOf(secrets), ...keys])].join('\n'));
  await write('nats/server.conf', natsUsers(natsPasswords(secrets)));
  const test = exchangeTestKeys(secrets);
  await write('EXCHANGE_TEST_API_KEY', test.api_key);
  await write('EXCHANGE_TEST_API_SECRET', test.api_secret);
  return written;
};
