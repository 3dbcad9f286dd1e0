// All reactions of this service.
import { authEvents, backtestEvents, tradingEvents } from '@tradeium/contracts';
import type { AnyReaction } from '@tradeium/event-store';
import { NOTICED_EVENTS } from '../domain/notice-of-event.ts';
import { endWithChat } from './end-with-chat.ts';
import { eraseWithUser } from './erase-trader.ts';
import { endLeftBehind, freePlace } from './free-places.ts';
import { keepRebalanceSchedule, SCHEDULE_EVENTS } from './keep-schedule.ts';
import { deliverRaised, NOTICED_WITHIN_MS, raiseNotice } from './raise-notices.ts';
import { removeReplacedKeys } from './remove-replaced-keys.ts';
import { removeLeftBehind, removeLeftKeys } from './remove-unneeded.ts';
import { sellAfterDrawdown } from './sell-after-stop.ts';
import { stopWithLock } from './stop-with-lock.ts';

type Parts = Parameters<typeof keepRebalanceSchedule>[0] &
  Parameters<typeof freePlace>[0] &
  Parameters<typeof eraseWithUser>[0] &
  Parameters<typeof stopWithLock>[0] &
  Parameters<typeof removeReplacedKeys>[0] &
  Parameters<typeof removeLeftBehind>[0] &
  Parameters<typeof raiseNotice>[0] &
  Parameters<typeof sellAfterDrawdown>[0];

/** Events from before there were notices raise none. */
const NOTICES_SINCE = '2026-11-22T00:00:00.000Z';
/** Remains of earlier rebalances were found when the places of their deployments were looked at. */
const REBALANCES_SINCE = '2026-11-23T00:00:00.000Z';
const SELLS_SINCE = '2026-11-28T00:00:00.000Z';
const SOLD_WITHIN_MS = 24 * 3_600_000;
const REBALANCE_ENDS = ['RebalanceCompleted', 'RebalanceFailed'];

/** Removes keys and code that are no longer needed. */
const removals = (parts: Parts): AnyReaction[] => [
  {
    name: 'remove-replaced-keys',
    reads: [tradingEvents.trader],
    startAt: 'beginning',
    types: ['KeysConnected', 'KeysRemoved'],
    handle: removeReplacedKeys(parts),
  },
  {
    name: 'remove-unneeded',
    reads: [tradingEvents.deployment],
    startAt: 'beginning',
    types: ['DeploymentEnded'],
    handle: removeLeftBehind(parts),
  },
  {
    name: 'remove-unneeded-keys',
    reads: [tradingEvents.trader],
    startAt: 'beginning',
    types: ['DeploymentClosed', 'KeysConnected', 'KeysRemoved'],
    handle: removeLeftKeys(parts),
  },
  {
    name: 'remove-keys-after-rebalance',
    reads: [tradingEvents.deployment],
    startAt: REBALANCES_SINCE,
    types: REBALANCE_ENDS,
    handle: removeLeftKeys(parts),
  },
];

export const reactions = (parts: Parts): AnyReaction[] => [
  {
    // The number is that of its times: another one sets every schedule again.
    name: 'keep-rebalance-schedule-3',
    reads: [tradingEvents.deployment],
    startAt: 'beginning',
    types: SCHEDULE_EVENTS,
    handle: keepRebalanceSchedule(parts),
  },
  {
    // The number is that of what is noted about a place: another one looks at every deployment again.
    name: 'free-deployment-place-2',
    reads: [tradingEvents.deployment],
    startAt: 'beginning',
    types: ['DeploymentStopped', 'DeploymentEnded'],
    handle: freePlace(parts),
  },
  {
    name: 'free-place-after-rebalance',
    reads: [tradingEvents.deployment],
    startAt: REBALANCES_SINCE,
    types: REBALANCE_ENDS,
    handle: freePlace(parts),
  },
  {
    name: 'end-replaced-deployment',
    reads: [tradingEvents.trader],
    startAt: 'beginning',
    types: ['DeploymentOpened', 'TraderErased'],
    handle: endLeftBehind(parts),
  },
  ...removals(parts),
  {
    name: 'end-deployment-of-deleted-chat',
    reads: [backtestEvents.workspace],
    startAt: 'beginning',
    types: ['ChatDeleted'],
    handle: endWithChat(parts),
  },
  {
    name: 'sell-after-drawdown',
    reads: [tradingEvents.deployment],
    startAt: SELLS_SINCE,
    types: ['DeploymentStopped'],
    // Later it would be another decision, at other prices.
    expiresAfterMs: SOLD_WITHIN_MS,
    handle: sellAfterDrawdown(parts),
  },
  {
    name: 'raise-notices',
    reads: [tradingEvents.deployment],
    startAt: NOTICES_SINCE,
    types: NOTICED_EVENTS,
    expiresAfterMs: NOTICED_WITHIN_MS,
    handle: raiseNotice(parts),
  },
  {
    name: 'deliver-notices',
    reads: [tradingEvents.notices],
    startAt: 'beginning',
    types: ['NoticeRaised'],
    expiresAfterMs: NOTICED_WITHIN_MS,
    handle: deliverRaised(parts),
  },
  {
    name: 'erase-trader',
    reads: [authEvents.user],
    startAt: 'beginning',
    types: ['UserDeleted'],
    handle: eraseWithUser(parts),
  },
  {
    name: 'stop-with-lock',
    reads: [authEvents.user],
    startAt: 'beginning',
    types: ['UserLocked'],
    handle: stopWithLock(parts),
  },
];
