// Keeps a process's output in a file of bounded size.
import { createWriteStream, renameSync, statSync, type WriteStream } from 'node:fs';

export type LogFile = { write(chunk: Buffer | string): void; close(): Promise<void> };

const LARGEST_BYTES = 10 * 1024 * 1024;
/** Older ones, from starts before this or from before it was full. */
const OLDER_FILES = 5;

/** Opens a log file of at most 10 MiB. The five before it stay next to it as `<file>.1`, the newest, to `<file>.5`. */
export const openLogFile = (file: string): LogFile => {
  rotate(file);
  let stream = open(file);
  let written = 0;
  return {
    write(chunk) {
      if (written > LARGEST_BYTES) {
        stream.end();
        rotate(file);
        stream = open(file);
        written = 0;
      }
      written += chunk.length;
      stream.write(chunk);
    },
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
};

const open = (file: string): WriteStream => {
  const stream = createWriteStream(file);
  // A full disk must not end the supervisor, which is needed to stop the processes.
  stream.on('error', () => undefined);
  return stream;
};

const rotate = (file: string): void => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return;
  for (let age = OLDER_FILES - 1; age > 0; age -= 1)
    if (statSync(`${file}.${age}`, { throwIfNoEntry: false }))
      renameSync(`${file}.${age}`, `${file}.${age + 1}`);
  renameSync(file, `${file}.1`);
};
