// The read models that queries use, by name.
import type { Projections } from '@tradeium/event-store';

export const openModels = (_projections: Projections) => ({});

export type Models = ReturnType<typeof openModels>;
