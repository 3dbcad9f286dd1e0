// The dependencies of this service's commands and queries.
import type { Acting } from '../commands/acting.ts';
import type { Models } from '../projections/models.ts';
import type { SystemParts } from '../system/system-parts.ts';

export type Dependencies = Acting &
  SystemParts & {
    readonly models: Models;
    readonly now: () => Date;
  };
