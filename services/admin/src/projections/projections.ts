// All read models of this service. Each is made from the events of other contexts, and depends on no order between them.
import type { AnyProjection } from '@tradeium/event-store';
import { chatsProjection } from './chats.ts';
import { figuresProjection } from './figures.ts';
import { monthlyTokensProjection } from './monthly-tokens.ts';
import { paymentsProjection } from './payments.ts';
import { peopleProjection } from './people.ts';
import { storageProjection } from './storage.ts';
import { tradersProjection } from './traders.ts';

export const projections: readonly AnyProjection[] = [
  chatsProjection,
  figuresProjection,
  monthlyTokensProjection,
  paymentsProjection,
  peopleProjection,
  storageProjection,
  tradersProjection,
];
