// Makes a newer version of the services to run alongside this one: a copy of the sources with events and a bucket that only it knows.
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = dirname(import.meta.dirname);

/** One more bucket, one more event of users and of accounts, and the places that must know every event. */
const CHANGES: readonly { file: string; from: string; to: string }[] = [
  {
    file: 'libs/contracts/src/services.ts',
    from: "      {\n        name: 'USER_KEYS',",
    to: "      { name: 'USER_NOTES', description: 'Notes.' },\n      {\n        name: 'USER_KEYS',",
  },
  {
    file: 'libs/contracts/src/events/auth.ts',
    from: "  eventOf('EmailVerified', {",
    to: "  eventOf('UserNoted', { userId, note: z.string() }),\n  eventOf('EmailVerified', {",
  },
  {
    file: 'libs/contracts/src/events/credit-account.ts',
    from: "  eventOf('AccountOpened', {",
    to: "  eventOf('AccountNoted', { accountId, note: z.string() }),\n  eventOf('AccountOpened', {",
  },
  {
    file: 'services/auth/src/domain/user-state.ts',
    from: "    case 'RegistrationRepeated':",
    to: "    case 'UserNoted':\n      return user;\n    case 'RegistrationRepeated':",
  },
  {
    file: 'services/credits-ledger/src/domain/account-state.ts',
    from: "    case 'AccountOpened':",
    to: "    case 'AccountNoted':\n      return account;\n    case 'AccountOpened':",
  },
  {
    file: 'services/credits-ledger/src/account-updates.ts',
    from: "    case 'AccountClosed':",
    to: "    case 'AccountNoted':\n    case 'AccountClosed':",
  },
  {
    file: 'services/credits-ledger/src/projections/transactions.ts',
    from: "    case 'AccountClosed':",
    to: "    case 'AccountNoted':\n    case 'AccountClosed':",
  },
  {
    file: 'services/credits-ledger/src/projections/operation-type.ts',
    from: "    case 'AccountClosed':",
    to: "    case 'AccountNoted':\n    case 'AccountClosed':",
  },
];

/** Returns the root of the copy; the caller removes it. */
export const makeNewerVersion = async (): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), 'tradeium-newer-'));
  const isSource = (path: string) => !path.includes('node_modules');
  for (const folder of ['libs', 'scripts', 'services/auth', 'services/credits-ledger'])
    await cp(join(ROOT, folder), join(root, folder), { recursive: true, filter: isSource });
  // The version that its processes report.
  await cp(join(ROOT, 'package.json'), join(root, 'package.json'));
  await linkPackages(root);
  for (const { file, from, to } of CHANGES) {
    const path = join(root, file);
    const text = await readFile(path, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has changed: it does not contain ${from.trim()}`);
    await writeFile(path, text.replace(from, to));
  }
  return root;
};

/** Third-party packages are shared; our own are those of the copy. */
const linkPackages = async (root: string): Promise<void> => {
  const packages = join(root, 'node_modules');
  await mkdir(join(packages, '@tradeium'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name !== '@tradeium') await symlink(join(ROOT, 'node_modules', name), join(packages, name));
  for (const name of await readdir(join(root, 'libs')))
    await symlink(join(root, 'libs', name), join(packages, '@tradeium', name));
};
