// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import { captureCredits } from './capture-credits.ts';
import type { Dependencies } from './dependencies.ts';
import { getBalance } from './get-balance.ts';
import { getCreditHistory } from './get-credit-history.ts';
import { grantCredits } from './grant-credits.ts';
import { releaseCredits } from './release-credits.ts';
import { reserveCredits } from './reserve-credits.ts';

export const handlers = (dependencies: Dependencies): Handler[] =>
  [grantCredits, reserveCredits, captureCredits, releaseCredits, getBalance, getCreditHistory].map((open) =>
    open(dependencies),
  );
