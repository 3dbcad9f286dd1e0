// Python environments, for strategies and for servers from PyPI.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findOnPath, isExecutable, lastLine, run } from '../process/command.ts';
import { withLock } from '../process/file-lock.ts';
import { type Progress, withElapsed } from '../process/progress.ts';
import { isAtLeast, versionIn } from '../process/version-numbers.ts';
import { root } from '../repository.ts';
import { SetupError } from '../setup-error.ts';
import { aptInstall } from './apt.ts';
import { cacheRoot } from './cache.ts';

export type Python = { command: string; version: string };

const OLDEST_PYTHON = '3.11';
const CANDIDATES = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python'];
const COMPLETE_FILE = 'complete';

/** A Python that is new enough: PYTHON if set, else one from PATH. Throws a SetupError when there is none. */
export const findPython = async (): Promise<Python> => {
  const names = process.env.PYTHON ? [process.env.PYTHON, ...CANDIDATES] : CANDIDATES;
  for (const name of names) {
    const { code, output } = await run(name, ['-c', DESCRIBE_PYTHON], { timeoutMs: 10_000 });
    const [executable, version] = output.trim().split('\n').slice(-2);
    const numbers = versionIn(version ?? '');
    if (code === 0 && executable && version && numbers && isAtLeast(numbers, OLDEST_PYTHON)) {
      return { command: executable, version };
    }
  }
  throw new SetupError(
    `Python ${OLDEST_PYTHON} or newer is missing: install it (https://www.python.org/downloads).`,
  );
};

const DESCRIBE_PYTHON = 'import sys, platform; print(sys.executable); print(platform.python_version())';

/**
 * The Python of an environment that has the packages of these requirement files, made on first use.
 * Its folder in the cache is named by its content, so a change makes a new one.
 */
export const requirementsEnvironment = async (
  files: readonly string[],
  progress: Progress,
): Promise<string> => {
  const python = await findPython();
  const hash = createHash('sha256').update(python.command).update(python.version);
  for (const file of files) hash.update(await readFile(file));
  const folder = join(cacheRoot(), `python-${hash.digest('hex').slice(0, 16)}`);
  const executable = join(folder, 'bin', 'python');
  if (await isComplete(folder, executable)) return executable;
  const onWait = (): void => progress('python: another start is installing the packages, waiting');
  return withLock(`${folder}.lock`, onWait, async () => {
    if (!(await isComplete(folder, executable))) {
      const packages = files.flatMap((file) => ['-r', file]);
      await withElapsed(progress, `python ${python.version}: installing packages`, () =>
        createEnvironment(folder, packages, progress),
      );
    }
    return executable;
  });
};

/** The Python that strategies run with. */
export const strategyEnvironment = (progress: Progress): Promise<string> =>
  requirementsEnvironment([join(root, 'services', 'strategy-runner', 'requirements.txt')], progress);

/** True if an environment is complete and its program still runs. */
export const isComplete = async (folder: string, program: string): Promise<boolean> =>
  (await isExecutable(program)) && (await isReadable(join(folder, COMPLETE_FILE)));

/**
 * Makes an environment and installs packages (arguments of `pip install`) into it. Environments cannot be moved,
 * so it is made in place, and a file written last marks it as complete. Call it under a lock.
 */
export const createEnvironment = async (
  folder: string,
  packages: readonly string[],
  progress: Progress,
): Promise<void> => {
  const python = await findPython();
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await makeEnvironment(python, folder, progress);
  const pip = [
    '-m',
    'pip',
    'install',
    '--no-input',
    '--disable-pip-version-check',
    '--prefer-binary',
    ...packages,
  ];
  const installed = await run(join(folder, 'bin', 'python'), pip, { timeoutMs: 30 * 60_000 });
  if (installed.code !== 0) throw new SetupError(`Python packages: ${reason(installed.output)}`);
  await writeFile(join(folder, COMPLETE_FILE), '');
};

const makeEnvironment = async (python: Python, folder: string, progress: Progress): Promise<void> => {
  const make = () => run(python.command, ['-m', 'venv', folder], { timeoutMs: 300_000 });
  let made = await make();
  // Debian and Ubuntu ship Python without the part of it that makes environments.
  if (made.code !== 0 && (await findOnPath('apt-get'))) {
    await aptInstall(['python3-venv'], progress);
    made = await make();
  }
  if (made.code !== 0) {
    throw new SetupError(
      `Python cannot make environments (${reason(made.output)}): install its venv module (Debian: apt-get install python3-venv).`,
    );
  }
};

/** pip gives the reason in the last line that begins with ERROR. */
const reason = (output: string): string => {
  const errors = output.split('\n').filter((line) => line.startsWith('ERROR'));
  return errors.at(-1) ?? lastLine(output);
};

const isReadable = async (file: string): Promise<boolean> =>
  readFile(file).then(
    () => true,
    () => false,
  );
