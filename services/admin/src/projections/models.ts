// The read models that queries use, by name.
import type { Projections } from '@tradeium/event-store';
import { auditProjection } from './audit.ts';
import { peopleProjection } from './people.ts';

export const openModels = (projections: Projections) => ({
  audit: () => projections.documents(auditProjection),
  people: () => projections.documents(peopleProjection),
});

export type Models = ReturnType<typeof openModels>;
