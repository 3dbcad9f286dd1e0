// The repository's folder, whatever folder a command is called from.
import { resolve } from 'node:path';

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, '..', '..', '..');
