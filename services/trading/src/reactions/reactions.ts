// All reactions of this service.
import { authEvents, tradingEvents } from '@tradeium/contracts';
import type { AnyReaction } from '@tradeium/event-store';
import { eraseTrader } from './erase-trader.ts';
import { endReplaced, freePlace } from './free-places.ts';
import { keepSchedule, SCHEDULE_EVENTS } from './keep-schedule.ts';

type Parts = Parameters<typeof keepSchedule>[0] &
  Parameters<typeof freePlace>[0] &
  Parameters<typeof eraseTrader>[0];

export const reactions = (parts: Parts): AnyReaction[] => [
  {
    name: 'keep-rebalance-schedule',
    reads: [tradingEvents.deployment],
    startAt: 'beginning',
    types: SCHEDULE_EVENTS,
    handle: keepSchedule(parts),
  },
  {
    name: 'free-deployment-place',
    reads: [tradingEvents.deployment],
    startAt: 'beginning',
    types: ['DeploymentStopped', 'DeploymentEnded'],
    handle: freePlace(parts),
  },
  {
    name: 'end-replaced-deployment',
    reads: [tradingEvents.trader],
    startAt: 'beginning',
    types: ['DeploymentOpened', 'TraderErased'],
    handle: endReplaced(parts),
  },
  {
    name: 'erase-trader',
    reads: [authEvents.user],
    startAt: 'beginning',
    types: ['UserDeleted'],
    handle: eraseTrader(parts),
  },
];
