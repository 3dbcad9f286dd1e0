// Releases reservations that are overdue, account by account.
import { cancellationSignal, heartbeat } from '@temporalio/activity';
import type { Log } from '@tradeium/service-kit';
import type { Accounts } from '../commands/change-account.ts';
import { decideAccount } from '../domain/account.ts';
import { expiredReservations, type ReservationModel } from '../projections/reservations.ts';
import type { CreditActivities } from '../workflows/credits-contract.ts';

const PAGE_SIZE = 1_000;
/** Enough for all open reservations of an account. */
const COMMITS_MAX = 10;

type Dependencies = {
  readonly accounts: Pick<Accounts, 'execute'>;
  readonly reservationModel: ReservationModel;
  readonly log: Log;
  readonly now: () => Date;
  readonly pageSize?: number;
};

const expireOn = async ({ accounts }: Dependencies, accountId: string, before: string): Promise<void> => {
  const command = { type: 'ExpireReservations', accountId } as const;
  for (let n = 0; n < COMMITS_MAX; n += 1) {
    const commandId = `expire:${before}:${n}`;
    const outcome = await accounts.execute(accountId, { commandId }, (account, at) =>
      decideAccount(command, account, at),
    );
    if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.refused}`);
    if (outcome.state.reservations.every(({ expiresAt }) => expiresAt > before)) return;
  }
};

export const expireActivities = (dependencies: Dependencies): Pick<CreditActivities, 'expireOverdue'> => ({
  expireOverdue: async () => {
    const { reservationModel, log, now, pageSize: limit = PAGE_SIZE } = dependencies;
    const before = now().toISOString();
    const released = new Set<string>();
    // Continues to the end: a damaged account must not hold up the others.
    for (let afterId: string | undefined = ''; afterId !== undefined; ) {
      const page = await expiredReservations(reservationModel, { before, afterId, limit });
      for (const accountId of new Set(page.map((overdue) => overdue.accountId))) {
        heartbeat({ accountId });
        cancellationSignal().throwIfAborted();
        try {
          await expireOn(dependencies, accountId, before);
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
