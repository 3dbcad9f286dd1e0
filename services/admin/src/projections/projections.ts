// All read models of this service. Each is made from the events of other contexts, and depends on no order between them.
import type { AnyProjection } from '@tradeium/event-store';

export const projections: readonly AnyProjection[] = [];
