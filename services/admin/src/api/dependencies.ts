// The dependencies of this service's commands and queries.
import type { Models } from '../projections/models.ts';

export type Dependencies = {
  readonly models: Models;
  readonly now: () => Date;
};
