// The read models that queries use, by name.
import type { Projections } from '@tradeium/event-store';
import { chatsProjection } from './chats.ts';
import { peopleProjection } from './people.ts';

export const openModels = (projections: Projections) => ({
  chats: projections.documents(chatsProjection),
  people: projections.documents(peopleProjection),
});

export type Models = ReturnType<typeof openModels>;
