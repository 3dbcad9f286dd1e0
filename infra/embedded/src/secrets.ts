// The keys of a local system: made once, stored in its home, readable by its owner only.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Each is 32 random bytes in base64, unless the environment gives another. */
export const SECRET_NAMES = [
  'SESSION_SECRET',
  'MASTER_KEY',
  'CLAIM_KEY',
  'NOWPAYMENTS_API_KEY',
  'NOWPAYMENTS_IPN_SECRET',
  'EXCHANGE_TEST_SECRET',
] as const;
export type Secrets = Record<(typeof SECRET_NAMES)[number], string>;

/** Reads the secrets of this home and creates missing ones; the environment takes precedence. */
export const loadSecrets = async (home: string, env: NodeJS.ProcessEnv): Promise<Secrets> => {
  const file = join(home, 'secrets.json');
  const kept = await readKept(file);
  const fresh = SECRET_NAMES.map((name) => [name, randomBytes(32).toString('base64')]);
  const secrets: Secrets = { ...(Object.fromEntries(fresh) as Secrets), ...kept };
  if (SECRET_NAMES.some((name) => kept[name] === undefined)) await keep(file, secrets);
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
