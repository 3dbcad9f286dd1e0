// The repository's folder, regardless of the folder that a command runs in.
import { resolve } from 'node:path';

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, '..', '..', '..');
