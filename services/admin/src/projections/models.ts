// The read models that queries use, by name.
import type { Projections } from '@tradeium/event-store';
import { chatsProjection } from './chats.ts';
import { figuresProjection } from './figures.ts';
import { monthlyTokensProjection } from './monthly-tokens.ts';
import { paymentsProjection } from './payments.ts';
import { peopleProjection } from './people.ts';
import { storageProjection } from './storage.ts';
import { tradersProjection } from './traders.ts';

export const openModels = (projections: Projections) => ({
  chats: () => projections.documents(chatsProjection),
  figures: () => projections.documents(figuresProjection),
  monthlyTokens: () => projections.documents(monthlyTokensProjection),
  payments: () => projections.documents(paymentsProjection),
  people: () => projections.documents(peopleProjection),
  storage: () => projections.documents(storageProjection),
  traders: () => projections.documents(tradersProjection),
});

export type Models = ReturnType<typeof openModels>;
