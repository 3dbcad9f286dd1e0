// Skips a build whose inputs have not changed since its output was made.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

export type BuildStep = {
  /** The files and folders that determine the output. */
  inputs: readonly string[];
  /** The output file or folder. */
  output: string;
  /** Builds elsewhere, so that the old output stays whole until the new one is complete. */
  make(draft: string): Promise<void>;
};

const IGNORED = /(^|\/)(node_modules|dist|__pycache__|\.[^/]+)$|\.test\.tsx?$/;

/** Builds the output unless it is there and its inputs are unchanged; returns whether it did. */
export const bringUpToDate = async ({ inputs, output, make }: BuildStep): Promise<boolean> => {
  const stamp = `${output}.inputs`;
  const hash = await hashOf(inputs);
  if (existsSync(output) && (await readFile(stamp, 'utf8').catch(() => '')) === hash) return false;
  const draft = `${output}.${randomUUID()}`;
  const old = `${draft}.old`;
  await mkdir(dirname(output), { recursive: true });
  try {
    await make(draft);
    await rename(output, old).catch(() => undefined);
    await rename(draft, output);
    await writeFile(`${draft}.inputs`, hash);
    await rename(`${draft}.inputs`, stamp);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
  return true;
};

/** A hash over the names and contents of files, in a fixed order. */
const hashOf = async (inputs: readonly string[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of await filesUnder(input)) {
      hash
        .update(`${relative(dirname(input), file)}\0`)
        .update(await readFile(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
};

const filesUnder = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return [path];
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = join(path, entry.name);
    if (IGNORED.test(child)) continue;
    if (entry.isDirectory()) files.push(...(await filesUnder(child)));
    else if (entry.isFile()) files.push(child);
  }
  return files;
};
