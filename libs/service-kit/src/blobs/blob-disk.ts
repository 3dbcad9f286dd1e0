// Finds problems of the disk that holds blobs or their cache, each in one line that names the cure.
import { constants } from 'node:fs';
import { access, mkdir, statfs } from 'node:fs/promises';
import type { BlobProblem } from './blob-store.ts';
import { BlobsAway } from './blobs-away.ts';

const FULL: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT'];
const CLOSED: readonly (string | undefined)[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'];
/** Less than what two runs leave. */
const ROOM_MIN = 64 * 1024 * 1024;

/** The problem behind a failed write; null when it is not the disk's fault. */
export const diskProblem = (cause: unknown): BlobProblem | null => {
  const { code } = cause as NodeJS.ErrnoException;
  if (FULL.includes(code))
    return { reason: `the disk of BLOBS_DIRECTORY is full (${code}): make room`, isAway: true };
  if (!CLOSED.includes(code)) return null;
  const cure = 'give it to the user of this process';
  return { reason: `the directory of BLOBS_DIRECTORY cannot be written (${code}): ${cure}`, isAway: false };
};

/** The problem of a disk that has so much room left. */
export const roomProblem = ({
  bavail,
  bsize,
}: {
  readonly bavail: number;
  readonly bsize: number;
}): BlobProblem | null => {
  if (bavail * bsize >= ROOM_MIN) return null;
  return {
    reason: `the disk of BLOBS_DIRECTORY has less than ${ROOM_MIN / 1024 / 1024} MiB left: make room`,
    isAway: true,
  };
};

/** Makes the directory if it is missing, and looks whether files can be written there. */
export const directoryProblem = async (directory: string): Promise<BlobProblem | null> => {
  try {
    await mkdir(directory, { recursive: true });
    await access(directory, constants.W_OK);
    return roomProblem(await statfs(directory));
  } catch (cause) {
    const problem = diskProblem(cause);
    if (problem) return problem;
    throw cause;
  }
};

/** The error of a failed write: BlobsAway where it is the disk's fault. */
export const writeFailure = (cause: unknown): unknown => {
  const problem = diskProblem(cause);
  return problem ? new BlobsAway(problem.reason, { cause, isTemporary: problem.isAway }) : cause;
};
