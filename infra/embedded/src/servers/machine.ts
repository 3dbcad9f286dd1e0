// The kind of machine, as far as choosing a download needs it.
import { readFile } from 'node:fs/promises';
import type { Machine } from './releases.ts';

/** The machine that we run on. */
export const thisMachine = async (): Promise<Machine> => {
  const osRelease = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return { platform: process.platform, arch: process.arch, osRelease };
};
