// Installs packages of Debian and its derivatives, where allowed.
import { findOnPath, lastLine, run } from '../process/command.ts';
import { type Progress, withElapsed } from '../process/progress.ts';
import { messageOf } from '../setup-error.ts';

const TIMEOUT_MS = 15 * 60_000;
// Other processes (such as an unattended upgrade) may be installing too.
const WAIT_FOR_OTHERS = ['-o', 'DPkg::Lock::Timeout=120'];
let last: Promise<unknown> = Promise.resolve();

/**
 * Installs packages with apt-get, as root or by a sudo that asks for no password.
 * False, after saying why, when there is no apt-get, we may not, or it fails.
 */
export const aptInstall = (packages: readonly string[], progress: Progress): Promise<boolean> => {
  // Two at once would fail on each other's lock.
  const mine = last.then(() => install(packages, progress));
  last = mine;
  return mine;
};

const install = async (packages: readonly string[], progress: Progress): Promise<boolean> => {
  const command = await aptCommand();
  if (!command) return false;
  const names = packages.join(' ');
  const installation = [
    ...command,
    ...WAIT_FOR_OTHERS,
    'install',
    '-y',
    '--no-install-recommends',
    ...packages,
  ];
  try {
    await withElapsed(progress, `installing ${names} with apt-get`, async () => {
      if ((await apt(installation)).code === 0) return;
      // A fresh image knows no packages until the lists are fetched.
      await apt([...command, 'update']);
      const { code, output } = await apt(installation);
      if (code !== 0) throw new Error(lastLine(output));
    });
    return true;
  } catch (cause) {
    progress(`apt-get could not install ${names} (${messageOf(cause)})`);
    return false;
  }
};

const apt = ([command, ...args]: string[]): Promise<{ code: number; output: string }> =>
  run(command ?? 'apt-get', args, {
    timeoutMs: TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

const aptCommand = async (): Promise<string[] | undefined> => {
  const path = await findOnPath('apt-get');
  if (!path) return undefined;
  if (process.getuid?.() === 0) return [path];
  const { code } = await run('sudo', ['-n', 'true'], { timeoutMs: 5_000 });
  return code === 0 ? ['sudo', '-n', path] : undefined;
};
