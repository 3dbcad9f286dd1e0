// Releases the reservations of an account that are overdue.
import { isRefusal } from '@tradeium/contracts';
import type { Stores } from '../aggregates.ts';

/** Enough for all open reservations of an account. */
const COMMITS_MAX = 10;

/** Those that expired before a time (ISO 8601); the time makes the command ids, so that a retry repeats nothing. */
export const expireReservations = async (
  { accounts }: { readonly accounts: Pick<Stores['accounts'], 'change'> },
  accountId: string,
  before: string,
): Promise<void> => {
  const command = { type: 'ExpireReservations', accountId } as const;
  for (let n = 0; n < COMMITS_MAX; n += 1) {
    const commandId = `expire:${before}:${n}`;
    const change = await accounts.change(accountId, command, { commandId });
    if (isRefusal(change)) throw new Error(`refused: ${change.refused}`);
    if (change.state.reservations.every(({ expiresAt }) => expiresAt > before)) return;
  }
};
