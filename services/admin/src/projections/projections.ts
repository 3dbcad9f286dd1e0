// All read models of this service. Each is made from the events of other contexts, and depends on no order between them.
import type { AnyProjection } from '@tradeium/event-store';
import { auditProjection } from './audit.ts';
import { peopleProjection } from './people.ts';

export const projections: readonly AnyProjection[] = [auditProjection, peopleProjection];
