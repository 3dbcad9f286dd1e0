// Releases reservations that are overdue, account by account.
import type { Log } from '@tradeium/service-kit';
import { beat } from '@tradeium/service-kit/while-beating';
import type { Stores } from '../aggregates.ts';
import { expireReservations } from '../commands/expire-reservations.ts';
import { expiredReservations, type ReservationModel } from '../projections/reservations.ts';
import type { ExpireActivities } from '../workflows/expire-reservations-contract.ts';

const PAGE_SIZE = 1_000;

type Dependencies = {
  readonly accounts: Pick<Stores['accounts'], 'change'>;
  readonly reservationModel: ReservationModel;
  readonly log: Log;
  readonly now: () => Date;
  readonly pageSize?: number;
};

export const expireActivities = (dependencies: Dependencies): ExpireActivities => ({
  expireOverdue: async () => {
    const { reservationModel, log, now, pageSize: limit = PAGE_SIZE } = dependencies;
    const before = now().toISOString();
    const released = new Set<string>();
    // Continues to the end: a damaged account must not hold up the others.
    for (let afterId: string | undefined = ''; afterId !== undefined; ) {
      const page = await expiredReservations(reservationModel, { before, afterId, limit });
      for (const accountId of new Set(page.map((overdue) => overdue.accountId))) {
        beat({ accountId });
        try {
          await expireReservations(dependencies, accountId, before);
          released.add(accountId);
        } catch (err) {
          log.error({ err, accountId }, 'reservations could not be released');
        }
      }
      afterId = page.length < limit ? undefined : page.at(-1)?._id;
    }
    return released.size;
  },
});
