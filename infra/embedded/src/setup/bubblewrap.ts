// Ensures that bubblewrap, the sandbox of users' strategies, is installed.
import { findOnPath, lastLine, run } from '../process/command.ts';
import type { Progress } from '../process/progress.ts';
import { SetupError } from '../setup-error.ts';
import { aptInstall } from './apt.ts';

/**
 * Installs bubblewrap where allowed, else throws a SetupError that says what to install. A machine that
 * blocks it, or for which it does not exist (macOS), only gets a message that strategies will not run:
 * there is no run without a sandbox.
 */
export const ensureBubblewrap = async (progress: Progress): Promise<void> => {
  if (process.platform !== 'linux') {
    progress('Strategies cannot run on this system: their sandbox needs Linux.');
    return;
  }
  if (!(await findOnPath('bwrap'))) await aptInstall(['bubblewrap'], progress);
  if (!(await findOnPath('bwrap'))) {
    throw new SetupError(
      'bubblewrap is missing: install it with your package manager (apt-get install bubblewrap).',
    );
  }
  const flags = ['--unshare-all', '--unshare-user', '--disable-userns'];
  const trial = await run('bwrap', [...flags, '--ro-bind', '/', '/', 'true'], { timeoutMs: 10_000 });
  if (trial.code !== 0) {
    progress(
      `Strategies cannot run: bubblewrap 0.8 or newer, allowed to make a sandbox, is needed (${lastLine(trial.output)}).`,
    );
  }
};
