// How long tests took, by tier and by file, from the JUnit reports that all test runners write.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export type FileDuration = { readonly file: string; readonly seconds: number };
export type TierDuration = {
  readonly tier: string;
  readonly seconds: number;
  readonly files: readonly FileDuration[];
};

const SLOWEST = 30;

const attribute = (tag: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** The time in the tests of each file of a JUnit report, in seconds; what files share is in no file's time. */
export const fileDurations = (junit: string): FileDuration[] => {
  const seconds = new Map<string, number>();
  for (const [tag] of junit.matchAll(/<testcase [^>]*>/g)) {
    const file = attribute(tag, 'classname');
    seconds.set(file, (seconds.get(file) ?? 0) + Number(attribute(tag, 'time')));
  }
  return [...seconds].map(([file, sum]) => ({ file, seconds: Math.round(sum * 10) / 10 }));
};

/** The same of a report on the disk, which is removed: the next run may write none. */
export const takeFileDurations = async (report: string): Promise<FileDuration[]> => {
  const text = await readFile(report, 'utf8').catch(() => '');
  await rm(report, { force: true });
  return fileDurations(text);
};

/** The tiers, then the slowest files of all, as lines. */
export const durationLines = (tiers: readonly TierDuration[]): string[] => {
  const files = tiers.flatMap((tier) => tier.files.map((file) => ({ ...file, tier: tier.tier })));
  const slowest = files.sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  const line = (seconds: number, what: string) => `${seconds.toFixed(1).padStart(8)} s  ${what}`;
  return [
    'Where the time went, by tier:',
    ...tiers.map(({ tier, seconds }) => line(seconds, tier)),
    `The ${slowest.length} slowest files:`,
    ...slowest.map(({ seconds, tier, file }) => line(seconds, `${tier}: ${file}`)),
  ];
};

/** Keeps them as JSON. */
export const keepDurations = async (file: string, tiers: readonly TierDuration[]): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(tiers, null, 2)}\n`);
};
