// Finds, downloads or builds a server that is a single Go program, in this order.
import { join } from 'node:path';
import { findOnPath, isExecutable, run } from '../process/command.ts';
import { type Progress, withElapsed } from '../process/progress.ts';
import { isAtLeast, versionIn } from '../process/version-numbers.ts';
import { cacheRoot } from '../setup/cache.ts';
import { downloadProgram } from './download.ts';
import type { Release } from './releases.ts';
import { goInstall, installInto, resolveProgram, type Way } from './resolve.ts';

export type GoProgram = {
  file: string;
  version: string;
  /** A program on PATH of at least this version is preferred to the one in the cache. */
  preferred: string;
  /** A program on PATH older than this is refused. */
  minimum: string;
  /** How it prints its version (default `--version`). */
  versionArguments?: readonly string[];
  /** Where its version has the number to compare. */
  versionPattern: RegExp;
  release: Release | undefined;
  source: string;
  advice: string;
};

/**
 * The path of a Go program: on PATH (new enough), in the cache, on PATH (old but good enough),
 * the official download, a build from source.
 */
export const resolveGoProgram = (program: GoProgram, progress: Progress): Promise<string> => {
  const { file, release, versionArguments: trial } = program;
  const folder = join(cacheRoot(), 'servers', `${file}-${program.version}`);
  return resolveProgram({
    name: file,
    find: [
      onPath(program, program.preferred),
      { what: 'the cache', take: () => ifExecutable(join(folder, file)) },
      onPath(program, program.minimum),
    ],
    get: [
      {
        what: 'the official download',
        take: async () =>
          release &&
          withElapsed(progress, `${file} ${program.version}: downloading it`, () =>
            installInto(folder, file, (draft) => downloadProgram(release, join(draft, file)), trial),
          ),
      },
      { what: 'the build from source', take: () => goInstall(program.source, folder, file, progress, trial) },
    ],
    advice: program.advice,
    lockFile: `${folder}.lock`,
    progress,
  });
};

/** The path if there is an executable program. */
export const ifExecutable = async (file: string): Promise<string | undefined> =>
  (await isExecutable(file)) ? file : undefined;

const onPath = (program: GoProgram, minimum: string): Way<string> => ({
  what: 'PATH',
  take: () => programOnPath(program.file, minimum, program.versionPattern, program.versionArguments),
});

/** A program on PATH with at least this version, by `--version`. */
export const programOnPath = async (
  file: string,
  minimum: string,
  versionPattern?: RegExp,
  versionArguments: readonly string[] = ['--version'],
): Promise<string | undefined> => {
  const path = await findOnPath(file);
  if (!path) return undefined;
  const { code, output } = await run(path, versionArguments, { timeoutMs: 10_000 });
  const version = versionIn(output, versionPattern);
  return code === 0 && version && isAtLeast(version, minimum) ? path : undefined;
};
