// Sends heartbeats while an activity waits for others: for the exchange, whose requests many share, or for a strategy.
import { cancellationSignal, cancelled, heartbeat } from '@temporalio/activity';
import { withAccount as withAnyAccount } from '../rebalances/exchange-accounts.ts';

const BEAT_MS = 4_000;

export const beat = (): void => {
  heartbeat();
  cancellationSignal().throwIfAborted();
};

/** Rejects at once when the activity is cancelled. */
export const whileBeating = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const beating = setInterval(heartbeat, BEAT_MS);
  try {
    return await Promise.race([work(), cancelled()]);
  } finally {
    clearInterval(beating);
  }
};

/** Works with an account, however long its requests wait for their turn. */
export const withAccount: typeof withAnyAccount = (accounts, owner, work) =>
  whileBeating(() => withAnyAccount(accounts, owner, work));
