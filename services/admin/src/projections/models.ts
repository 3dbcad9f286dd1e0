// The read models that queries use, by name.
import type { Projections } from '@tradeium/event-store';
import { auditProjection } from './audit.ts';
import { chatsProjection } from './chats.ts';
import { peopleProjection } from './people.ts';

export const openModels = (projections: Projections) => ({
  audit: () => projections.documents(auditProjection),
  chats: () => projections.documents(chatsProjection),
  people: () => projections.documents(peopleProjection),
});

export type Models = ReturnType<typeof openModels>;
