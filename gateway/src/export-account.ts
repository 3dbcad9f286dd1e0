// Answers with everything that all services keep of the signed-in user, as a file: all of it or nothing.
import { exportOf, isRefusal, type Refusal } from '@tradeium/contracts';
import type { Call } from './call.ts';

/** Each service reads all that it has of the user; the largest answers travel as files. */
const EXPORT_TIMEOUT_MS = 30_000;

/** `account` is what the auth service keeps, `credits` the ledger, `backtests` the backtest service. */
export const exportAccount = async ({
  ask,
  response,
}: Pick<Call<'exportAccount'>, 'ask' | 'response'>): Promise<Refusal | undefined> => {
  const exportedAt = new Date().toISOString();
  const options = { timeoutMs: EXPORT_TIMEOUT_MS };
  const [account, credits, backtests] = await Promise.all([
    ask(exportOf('auth'), {}, options),
    ask(exportOf('credits-ledger'), {}, options),
    ask(exportOf('backtest'), {}, options),
  ]);
  if (isRefusal(account)) return account;
  if (isRefusal(credits)) return credits;
  if (isRefusal(backtests)) return backtests;
  response.set({
    'content-disposition': `attachment; filename="tradeium-export-${exportedAt.slice(0, 10)}.json"`,
    'cache-control': 'no-store',
  });
  response.json({
    exported_at: exportedAt,
    account: account.output,
    credits: credits.output,
    backtests: backtests.output,
  });
  return undefined;
};
