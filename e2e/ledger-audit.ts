// Audits the running system's ledger as an operator does, and reports what does not add up.
import { openBlobs, openRequestClient } from '@tradeium/service-kit';
import { connectOperator, type OperatorAccess } from '../scripts/running-system.ts';
import { verifyLedger } from '../services/credits-ledger/src/audit/verify-ledger.ts';

export type LedgerAudit = {
  readonly problems: readonly string[];
  /** Runs that were completed, all of them charged. */
  readonly completed: number;
  /** Runs that have not ended. */
  readonly underWay: number;
};

/** Reads all streams of a running system. */
export const auditLedger = async (running: OperatorAccess): Promise<LedgerAudit> => {
  const nc = await connectOperator(running);
  try {
    const client = openRequestClient(nc, openBlobs({ directory: 'no large answers' }));
    const { checks, runs } = await verifyLedger({ nc, client, now: () => new Date() });
    const problems = checks.flatMap((check) => check.problems.map((text) => `${check.check}: ${text}`));
    return { problems, completed: runs.completed, underWay: runs.underWay };
  } finally {
    await nc.close();
  }
};
