// How much a user stores, and the limit.
import {
  type Refusal,
  refuse,
  SAVED_BYTES_PER_DAY_MAX,
  STORAGE_BYTES_MAX,
  STRATEGY_FILES_OF_USER_MAX,
  STRATEGY_VERSIONS_MAX,
} from '@tradeium/contracts';
import { dayOf, type StrategyFile, type Workspace } from './workspace-state.ts';

const BYTES_PER_MB = 1_000_000;

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

const chatsOf = ({ chats }: Workspace) => Object.values(chats);

/** Bytes of all stored strategy versions and result folders. */
export const storedBytes = (workspace: Workspace): number =>
  sum(
    chatsOf(workspace).map(
      ({ files, results }) =>
        sum(files.map(({ versionSizes }) => sum(versionSizes))) + sum(results.map(({ bytes }) => bytes)),
    ),
  );

export const resultFolders = (workspace: Workspace): number =>
  sum(chatsOf(workspace).map(({ results }) => results.length));

/** Why `bytes` more can't be stored, or undefined. Freeing storage is never refused. */
export const storageRefusal = (workspace: Workspace, bytes: number): Refusal | undefined =>
  bytes > 0 && storedBytes(workspace) + bytes > STORAGE_BYTES_MAX
    ? refuse('STORAGE_FULL', { limit: STORAGE_BYTES_MAX / BYTES_PER_MB })
    : undefined;

const DAY_MS = 86_400_000;

/** Whole seconds until the next day begins (UTC). */
export const secondsLeftOfDay = (now: string): number =>
  Math.ceil((DAY_MS - (Date.parse(now) % DAY_MS)) / 1_000);

/** Why `bytes` more can't be saved today. Deleting gives nothing back: what was written stays for a day. */
export const savedRefusal = (
  { saved }: Pick<Workspace, 'saved'>,
  bytes: number,
  now: string,
): Refusal | undefined => {
  const before = saved.day === dayOf(now) ? saved.bytes : 0;
  if (before + bytes <= SAVED_BYTES_PER_DAY_MAX) return undefined;
  const data = { limit: SAVED_BYTES_PER_DAY_MAX / BYTES_PER_MB, seconds: secondsLeftOfDay(now) };
  return refuse('SAVED_BYTES_LIMIT', data);
};

/** Why a version of an existing file can't be saved: its oldest version may make room. */
export const versionRefusal = (
  workspace: Workspace,
  { versionSizes }: StrategyFile,
  bytes: number,
  now: string,
): Refusal | undefined => {
  const dropped = versionSizes.length < STRATEGY_VERSIONS_MAX ? 0 : (versionSizes[0] ?? 0);
  return storageRefusal(workspace, bytes - dropped) ?? savedRefusal(workspace, bytes, now);
};

/** The same for new strategy files of these sizes. */
export const newFilesRefusal = (workspace: Workspace, sizes: readonly number[]): Refusal | undefined =>
  sum(chatsOf(workspace).map(({ files }) => files.length)) + sizes.length > STRATEGY_FILES_OF_USER_MAX
    ? refuse('TOO_MANY_FILES_OF_USER', { limit: STRATEGY_FILES_OF_USER_MAX })
    : storageRefusal(workspace, sum(sizes));
