// Hands the secrets of a deployment in containers out: each process gets a folder that only its own group can read.
import { chmod, chown, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICE_NAMES, SERVICES, type ServiceDeclaration } from '@tradeium/contracts';
import { SECRET_NAMES } from './secrets.ts';
import { SetupError } from './setup-error.ts';

/** The user of our containers. */
const OUR_USER = 10_001;

/** Third parties' secrets, which only the operator knows. Empty where there is none. */
export const OPERATORS_SECRETS = [
  'SMTP_URL',
  'MODEL_API_KEY',
  'NOWPAYMENTS_PASSWORD',
  'MASTER_KEY_PREVIOUS',
] as const;

const BUS = ['NATS_PASSWORD', 'SIGNING_KEY', 'SIGNING_PUBLIC_KEYS'];
const BLOBS = ['BLOBS_S3_ACCESS_KEY_ID', 'BLOBS_S3_SECRET_ACCESS_KEY'];
const PAYMENTS = ['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET', 'NOWPAYMENTS_PASSWORD'];
const OF_SETTINGS: readonly string[] = [...SECRET_NAMES, ...OPERATORS_SECRETS];

const ofService = ({ environment, needs }: ServiceDeclaration): string[] => [
  ...BUS,
  ...BLOBS,
  ...(needs.includes('mongodb') ? ['MONGODB_URL'] : []),
  ...environment.filter((variable) => OF_SETTINGS.includes(variable)),
];

/** Those of services have a hundred of their own, so that a further one takes no other process's. */
const FIRST_SERVICE = 10_201;

type Handed = {
  /** The group of its container. */
  readonly group: number;
  readonly secrets: readonly string[];
};

/** The secrets that each process is handed. Ours have a group for each, so that one cannot read another's. */
export const HANDED: Readonly<Record<string, Handed>> = {
  gateway: { group: 10_100, secrets: [...BUS, ...BLOBS, 'SESSION_SECRET'] },
  ...Object.fromEntries(
    SERVICE_NAMES.map((name, n) => [name, { group: FIRST_SERVICE + n, secrets: ofService(SERVICES[name]) }]),
  ),
  'strategy-runner': { group: 10_107, secrets: BLOBS },
  operator: { group: 10_108, secrets: [...BUS, ...BLOBS] },
  nats: { group: 10_110, secrets: ['server.conf'] },
  mongodb: { group: 10_111, secrets: ['MONGODB_PASSWORD'] },
  temporal: { group: 10_112, secrets: ['POSTGRES_PASSWORD'] },
  postgresql: { group: 10_113, secrets: ['POSTGRES_PASSWORD'] },
  s3: { group: 10_114, secrets: BLOBS },
  'stand-ins': { group: 10_115, secrets: [...PAYMENTS, 'EXCHANGE_TEST_API_KEY', 'EXCHANGE_TEST_API_SECRET'] },
};

const ONLY_PASSING = 0o711;
const GROUP_ENTERS = 0o750;
const GROUP_READS = 0o440;

/**
 * Hands out what `from` has, in the layout of `writeSecrets`; what the environment says about a setting takes precedence.
 * Runs as root, which owns the folders. Throws a SetupError that names every secret that is missing.
 */
export const handOut = async (
  from: string,
  to: string,
  env: NodeJS.ProcessEnv,
  own: typeof chown = chown,
): Promise<void> => {
  const missing: string[] = [];
  const secretFor = async (process: string, name: string): Promise<string> => {
    if (OF_SETTINGS.includes(name) && env[name]) return env[name];
    if (name === 'MONGODB_URL') {
      const password = encodeURIComponent(await secretFor('mongodb', 'MONGODB_PASSWORD'));
      return `mongodb://tradeium:${password}@mongodb:27017/?authSource=admin`;
    }
    const found = (await contentOf(join(from, process, name))) ?? (await contentOf(join(from, name)));
    if (found === null && !(OPERATORS_SECRETS as readonly string[]).includes(name)) missing.push(name);
    return found ?? '';
  };
  await mkdir(to, { recursive: true });
  await chmod(to, ONLY_PASSING);
  for (const [process, { group, secrets }] of Object.entries(HANDED)) {
    const folder = join(to, process);
    await mkdir(folder, { recursive: true });
    await own(folder, 0, group);
    await chmod(folder, GROUP_ENTERS);
    for (const name of secrets)
      await replaceFile(join(folder, name), await secretFor(process, name), (draft) => own(draft, 0, group));
  }
  if (missing.length > 0)
    throw new SetupError(`${from} lacks ${[...new Set(missing)].join(', ')}: npm run secrets writes them.`);
};

/** A reader sees the old file or the new one. */
const replaceFile = async (
  path: string,
  content: string,
  own: (draft: string) => Promise<void>,
): Promise<void> => {
  const draft = `${path}.new`;
  await writeFile(draft, content, { mode: 0o600 });
  await own(draft);
  await chmod(draft, GROUP_READS);
  await rename(draft, path);
};

/** Makes folders of volumes, which are root's when they are new, those of our containers. */
export const giveAway = async (folders: readonly string[]): Promise<void> => {
  for (const folder of folders) await chown(folder, OUR_USER, OUR_USER);
};

const contentOf = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return null;
    throw cause;
  });
