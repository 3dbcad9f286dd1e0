// Which versions of the servers we get ourselves, and compares versions.

export const natsVersion = '2.15.2';
export const temporalVersion = '1.5.1';
export const mongodbVersion = '8.0.32';
export const secantusVersion = '0.7.0b3';
export const secantusRustVersion = '0.5.3-beta.193';

/** The first version number (`1.2.3`) in a text that matches, as numbers. */
export function versionIn(text: string, pattern = /(\d+)\.(\d+)\.(\d+)/): number[] | undefined {
  return pattern.exec(text)?.slice(1, 4).map(Number);
}

/** Whether a version is a minimum (`1.2` or `1.2.3`) or newer. */
export function isAtLeast(version: readonly number[], minimum: string): boolean {
  const wanted = minimum.split('.').map(Number);
  for (const [index, part] of wanted.entries()) {
    const difference = (version[index] ?? 0) - part;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
