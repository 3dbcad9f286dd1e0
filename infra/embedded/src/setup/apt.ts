// Installs packages of Debian and its relatives, where we may.
import { findOnPath, lastLine, run } from '../process/command.ts';
import { type Progress, withElapsed } from '../servers/progress.ts';

const timeoutMs = 15 * 60_000;

/**
 * Installs packages with apt-get, as root or by a sudo that asks for no password.
 * False, after saying why, when there is no apt-get, we may not, or it fails.
 */
export async function aptInstall(packages: readonly string[], progress: Progress): Promise<boolean> {
  const command = await aptCommand();
  if (!command) return false;
  const names = packages.join(' ');
  const install = [...command, 'install', '-y', '--no-install-recommends', ...packages];
  try {
    await withElapsed(progress, `installing ${names} with apt-get`, async () => {
      if ((await apt(install)).code === 0) return;
      // A fresh image knows no packages until the lists are fetched.
      await apt([...command, 'update']);
      const { code, output } = await apt(install);
      if (code !== 0) throw new Error(lastLine(output));
    });
    return true;
  } catch (cause) {
    progress(`apt-get could not install ${names} (${cause instanceof Error ? cause.message : cause})`);
    return false;
  }
}

function apt([command, ...args]: string[]): Promise<{ code: number; output: string }> {
  return run(command ?? 'apt-get', args, {
    timeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

async function aptCommand(): Promise<string[] | undefined> {
  const path = await findOnPath('apt-get');
  if (!path) return undefined;
  if (process.getuid?.() === 0) return [path];
  const { code } = await run('sudo', ['-n', 'true'], { timeoutMs: 5_000 });
  return code === 0 ? ['sudo', '-n', path] : undefined;
}
