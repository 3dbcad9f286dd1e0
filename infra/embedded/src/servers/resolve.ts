// Finds a server program on this machine, or gets it, in a fixed order of ways.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { findOnPath, lastLine, run } from '../process/command.ts';
import { withLock } from '../process/file-lock.ts';
import { type Progress, withElapsed } from '../process/progress.ts';
import { messageOf, SetupError } from '../setup-error.ts';

/** One way to get a program: undefined when it does not apply here, a throw when it fails. */
export type Way<T> = { what: string; take(): Promise<T | undefined> };

export type Search<T> = {
  name: string;
  /** Ways that only look, tried first. */
  find: readonly Way<T>[];
  /** Ways that take time, tried in order when nothing was found. */
  get: readonly Way<T>[];
  /** One line that says what to install when every way failed. */
  advice: string;
  lockFile: string;
  progress: Progress;
};

/** The first way that works. Throws a SetupError with the advice when none does. */
export const resolveProgram = async <T>(search: Search<T>): Promise<T> => {
  const found = await firstThatWorks(search, search.find);
  if (found !== undefined) return found;
  const onWait = (): void => search.progress(`${search.name}: another start is getting it, waiting`);
  return withLock(search.lockFile, onWait, async () => {
    // Another process may have got it while we waited for the lock.
    const got = await firstThatWorks(search, [...search.find, ...search.get]);
    if (got === undefined) throw new SetupError(search.advice);
    return got;
  });
};

const firstThatWorks = async <T>(search: Search<T>, ways: readonly Way<T>[]): Promise<T | undefined> => {
  for (const way of ways) {
    try {
      const result = await way.take();
      if (result !== undefined) return result;
    } catch (cause) {
      search.progress(`${search.name}: ${way.what} failed (${messageOf(cause)})`);
    }
  }
  return undefined;
};

/**
 * Fills a folder of the cache, whole or not at all: `make` works in a temporary folder next to it,
 * which then takes its name. The program must be able to print its version, else it does not work here.
 */
export const installInto = async (
  folder: string,
  file: string,
  make: (draft: string) => Promise<void>,
  versionArguments: readonly string[] = ['--version'],
): Promise<string> => {
  await removeDrafts(folder);
  const draft = `${folder}${DRAFT_MARK}${randomUUID()}`;
  try {
    await mkdir(draft, { recursive: true });
    await make(draft);
    const trial = await run(join(draft, file), versionArguments, { timeoutMs: 30_000 });
    if (trial.code !== 0) throw new Error(`it does not run here: ${lastLine(trial.output)}`);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    return join(folder, file);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

/** Builds a Go program by `go install` into a folder; undefined where there is no Go. */
export const goInstall = async (
  source: string,
  folder: string,
  file: string,
  progress: Progress,
  versionArguments?: readonly string[],
): Promise<string | undefined> => {
  const go = await findOnPath('go');
  if (!go) return undefined;
  const build = async (draft: string): Promise<void> => {
    const env = { ...process.env, GOBIN: draft, CGO_ENABLED: '0' };
    const built = await run(go, ['install', source], { timeoutMs: 30 * 60_000, cwd: draft, env });
    if (built.code !== 0) throw new Error(`go install: ${lastLine(built.output)}`);
  };
  return withElapsed(progress, `${file}: building it from source with Go`, () =>
    installInto(folder, file, build, versionArguments),
  );
};

const DRAFT_MARK = '.draft-';

/** Drafts of an interrupted start; holding the lock means that they are unused. */
const removeDrafts = async (folder: string): Promise<void> => {
  const names = await readdir(dirname(folder)).catch(() => []);
  for (const name of names) {
    if (name.startsWith(basename(folder) + DRAFT_MARK))
      await rm(join(dirname(folder), name), { recursive: true });
  }
};
